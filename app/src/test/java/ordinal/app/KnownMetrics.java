package ordinal.app;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** The names that alerts, dashboards and the outside may rely on. */
final class KnownMetrics {

  /** Of the contract. */
  static final Set<String> PROMISED =
      Set.of(
          "outbox_event_created_total",
          "outbox_event_sent_total",
          "outbox_event_failed_total",
          "outbox_event_dead",
          "outbox_event_pending",
          "outbox_oldest_pending_age_seconds",
          "outbox_publish_latency_seconds",
          "consistency_event_missing_total",
          "consistency_event_repaired_total",
          "http_server_requests_seconds",
          "rate_limited_total",
          "consumer_event_consumed_total",
          "consumer_event_idempotent_total",
          "consumer_event_failed_total",
          "consumer_duration_seconds",
          "dlq_messages",
          "dedup_hit_ratio",
          "reaper_lock_released_total",
          "entities_active");

  /** What else there is of ours. */
  static final Set<String> MORE =
      Set.of(
          "outbox_event_retrying",
          "outbox_status_age_seconds",
          "projection_lag",
          "consumer_lag",
          "journal_head_stalled_seconds",
          "notification_sent_total",
          "notification_failed_total",
          "notification_pending",
          "notification_dead",
          "asset_account_suspended",
          "reaper_lock_committed_total",
          "payment_timeout_canceled_total",
          "refund_asked_total",
          "refund_unanswered_total",
          "refund_overdue_total",
          "refund_open",
          "refund_oldest_open_age_seconds",
          "refund_failed_last_day",
          "reconciliation_difference_total",
          "reconciliation_run_total",
          "reconciliation_last_success_age_seconds",
          "reconciliation_last_failed",
          "retention_cleared_total",
          "consistency_event_doubled_total");

  /** Those of libraries that we show. */
  static final Set<String> OF_LIBRARIES =
      Set.of(
          "jvm_memory_used_bytes",
          "jvm_memory_max_bytes",
          "jvm_gc_overhead",
          "jvm_threads_live_threads",
          "process_cpu_usage",
          "process_uptime_seconds",
          "process_files_open_files",
          "hikaricp_connections_active",
          "hikaricp_connections_pending",
          "hikaricp_connections_max");

  /** Of Prometheus itself. */
  private static final Set<String> OF_PROMETHEUS = Set.of("up");

  private static final Set<String> FUNCTIONS =
      Set.of(
          "sum",
          "max",
          "min",
          "rate",
          "increase",
          "absent",
          "histogram_quantile",
          "by",
          "clamp_min",
          "or",
          "and",
          "unless",
          "on",
          "le");

  private static final Pattern IN_BRACES = Pattern.compile("\\{[^}]*}|\\[[^\\]]*]|\"[^\"]*\"");
  private static final Pattern GROUPING = Pattern.compile("\\bby\\s*\\([^)]*\\)");
  private static final Pattern WORD = Pattern.compile("(?<![\\w.$])[a-zA-Z_:][\\w:]*");
  private static final Pattern PART = Pattern.compile("_(bucket|count|sum|max)$");

  private KnownMetrics() {}

  static Set<String> all() {
    var all = new TreeSet<String>();
    for (var names : List.of(PROMISED, MORE, OF_LIBRARIES)) {
      all.addAll(names);
    }
    return all;
  }

  /** The metrics that an expression asks for, a histogram's parts under its own name. */
  static Set<String> in(String expression) {
    var bare = GROUPING.matcher(IN_BRACES.matcher(expression).replaceAll(" ")).replaceAll(" ");
    var names = new TreeSet<String>();
    var words = WORD.matcher(bare);
    while (words.find()) {
      var word = words.group();
      if (!FUNCTIONS.contains(word) && !OF_PROMETHEUS.contains(word)) {
        names.add(all().contains(word) ? word : PART.matcher(word).replaceAll(""));
      }
    }
    return names;
  }
}

package ordinal.assets;

import static java.util.stream.Collectors.toSet;
import static ordinal.assets.Samples.CLOCK;
import static ordinal.assets.Samples.COUPON;
import static ordinal.assets.Samples.LIMIT;
import static ordinal.assets.Samples.TRACE;
import static ordinal.assets.Samples.config;
import static ordinal.assets.Samples.settings;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AfterContainer;
import ordinal.assets.AssetEvent.AccountEvent;
import ordinal.assets.AssetEvent.CouponEvent;
import ordinal.assets.AssetEvent.CouponUsed;
import ordinal.assets.account.Account;
import ordinal.assets.account.AccountCommand;
import ordinal.assets.account.Books;
import ordinal.assets.coupon.Coupon;
import ordinal.assets.coupon.CouponCommand;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.javadsl.AskPattern;
import org.apache.pekko.persistence.testkit.ProcessingSuccess;
import org.apache.pekko.persistence.testkit.StorageFailure;
import org.apache.pekko.persistence.testkit.WriteEvents;
import org.apache.pekko.persistence.testkit.javadsl.PersistenceTestKit;
import org.apache.pekko.persistence.testkit.javadsl.SnapshotTestKit;

/**
 * The entities themselves, under the operations of many orders at once, each sent twice and in any
 * order, while entities are stopped at any moment and some writes fail. Callers repeat what was not
 * answered. Afterwards the books are right, nothing was done twice, nothing that was answered is
 * missing, and nothing is left behind.
 */
class RestartsPropertyTest {

  /** What was sent under a key, and what came of it. */
  record Sent<R>(String persistenceId, String key, CompletableFuture<R> reply) {}

  static final int ORDERS = 18;
  static final List<AccountId> ACCOUNTS =
      List.of(
          AccountId.wallet("default", "1"),
          AccountId.wallet("default", "2"),
          AccountId.points("default", "1"));

  static final String OF_COUPON = Coupon.KEY.name() + "|" + COUPON.entityId();

  static final ActorTestKit actors = ActorTestKit.create(config());
  static final PersistenceTestKit journal = PersistenceTestKit.create(actors.system());
  static final SnapshotTestKit snapshots = SnapshotTestKit.create(actors.system());

  final Map<AccountId, ActorRef<AccountCommand>> accounts = new ConcurrentHashMap<>();
  final Map<CouponId, ActorRef<CouponCommand>> coupons = new ConcurrentHashMap<>();

  @AfterContainer
  static void stopActors() {
    actors.shutdownTestKit();
  }

  @Property(tries = 8, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
  void entitiesThatStopAndWritesThatFailLoseAndInventNothing(@ForAll long seed) throws Exception {
    var random = new Random(seed);
    journal.clearAll();
    snapshots.clearAll();
    failSomeWrites(new Random(seed + 1));
    var sent = new ArrayList<Sent<?>>();
    for (var account : ACCOUNTS) sent.add(credit(account, "credit:first"));
    sent.add(issue());
    for (int i = 0; i < ORDERS; i++) {
      for (int twice = 0; twice < 2; twice++) sent.addAll(lifeOf(i, new Random(seed + i)));
      stopSomething(random);
    }
    var stops = new AtomicInteger(20);
    await()
        .atMost(LIMIT.multipliedBy(3))
        .pollInterval(Duration.ofMillis(20))
        .until(
            () -> {
              if (stops.getAndDecrement() > 0) stopSomething(random);
              return sent.stream().allMatch(one -> one.reply().isDone());
            });
    journal.resetPolicy();
    stopAll();
    for (int i = 0; i < ORDERS; i++) {
      get(release(i).reply());
      get(unlock(i).reply());
    }

    checkAccounts(sent);
    checkCoupon(sent);
    stopAll();
  }

  /** What may be sent for an order, in some order; each of it is repeated until it is answered. */
  private List<Sent<?>> lifeOf(int i, Random random) {
    var all = new ArrayList<Supplier<Sent<?>>>();
    all.add(() -> freeze(i));
    all.add(() -> lock(i));
    if (random.nextBoolean()) all.add(() -> commit(i));
    if (random.nextBoolean()) all.add(() -> use(i));
    if (random.nextInt(3) == 0) all.add(() -> release(i));
    if (random.nextInt(3) == 0) all.add(() -> unlock(i));
    if (random.nextInt(3) == 0) all.add(() -> revert(i));
    if (random.nextInt(3) == 0) all.add(() -> credit(account(i), "credit:" + i));
    if (random.nextInt(2) == 0) Collections.shuffle(all, random);
    return all.stream().<Sent<?>>map(Supplier::get).toList();
  }

  private static AccountId account(int i) {
    return ACCOUNTS.get(i % ACCOUNTS.size());
  }

  private static Hold hold(int i) {
    return new Hold("o-" + i, 1);
  }

  private static long amount(int i) {
    return 50 + i % 4 * 50;
  }

  private Sent<AccountReply> credit(AccountId account, String key) {
    var cause = new Cause(key, null, TRACE);
    return tell(account, key, to -> new AccountCommand.Credit(500, cause, to));
  }

  private Sent<AccountReply> freeze(int i) {
    return ofHold(i, "freeze", to -> new AccountCommand.Freeze(hold(i), amount(i), TRACE, to));
  }

  private Sent<AccountReply> commit(int i) {
    return ofHold(i, "commit", to -> new AccountCommand.Commit(hold(i), amount(i), TRACE, to));
  }

  private Sent<AccountReply> release(int i) {
    return ofHold(i, "release", to -> new AccountCommand.Release(hold(i), TRACE, to));
  }

  private Sent<AccountReply> revert(int i) {
    var cause = new Cause("refund-" + i, "o-" + i, TRACE);
    return tell(
        account(i), cause.key(), to -> new AccountCommand.Revert("o-" + i, amount(i), cause, to));
  }

  private Sent<AccountReply> ofHold(
      int i, String operation, Function<ActorRef<AccountReply>, AccountCommand> command) {
    var kind = account(i).kind().word().toLowerCase(Locale.ROOT);
    return tell(account(i), hold(i).key(kind, operation), command);
  }

  private Sent<CouponReply> issue() {
    return tell(
        "coupon:coupon-88:issue", to -> new CouponCommand.Issue("1001", 500, null, TRACE, to));
  }

  private Sent<CouponReply> lock(int i) {
    return tell(
        hold(i).key("order", "checkout"), to -> new CouponCommand.Lock("1001", hold(i), TRACE, to));
  }

  private Sent<CouponReply> use(int i) {
    return tell(hold(i).key("order", "commit"), to -> new CouponCommand.Use(hold(i), TRACE, to));
  }

  private Sent<CouponReply> unlock(int i) {
    return tell(
        hold(i).key("order", "release"), to -> new CouponCommand.Unlock(hold(i), TRACE, to));
  }

  private Sent<AccountReply> tell(
      AccountId id, String key, Function<ActorRef<AccountReply>, AccountCommand> command) {
    var unknown = new AccountReply.Unavailable("lost");
    return new Sent<>(
        persistenceId(id),
        key,
        repeat(() -> entity(id), command, unknown, AccountReply.Unavailable.class));
  }

  private Sent<CouponReply> tell(
      String key, Function<ActorRef<CouponReply>, CouponCommand> command) {
    var unknown = new CouponReply.Unavailable("lost");
    return new Sent<>(
        OF_COUPON, key, repeat(this::coupon, command, unknown, CouponReply.Unavailable.class));
  }

  private static <C, R> CompletableFuture<R> repeat(
      Supplier<ActorRef<C>> entity,
      Function<ActorRef<R>, C> command,
      R lost,
      Class<? extends R> unavailable) {
    return AskPattern.<C, R>ask(
            entity.get(), command::apply, Duration.ofMillis(300), actors.scheduler())
        .toCompletableFuture()
        .exceptionally(timedOut -> lost)
        .thenCompose(
            reply ->
                unavailable.isInstance(reply)
                    ? repeat(entity, command, lost, unavailable)
                    : CompletableFuture.completedFuture(reply));
  }

  // Entities that come and go.

  private ActorRef<AccountCommand> entity(AccountId id) {
    return accounts.computeIfAbsent(
        id, a -> actors.spawn(Account.create(a.entityId(), CLOCK, settings())));
  }

  private ActorRef<CouponCommand> coupon() {
    return coupons.computeIfAbsent(
        COUPON, c -> actors.spawn(Coupon.create(c.entityId(), CLOCK, settings())));
  }

  /** In the middle of whatever it does. As with sharding, the next one starts after its end. */
  private void stopSomething(Random random) {
    if (random.nextInt(2) == 0) stop(accounts, account(random.nextInt(ORDERS)));
    if (random.nextInt(4) == 0) stop(coupons, COUPON);
  }

  private static <I, T> void stop(Map<I, ActorRef<T>> entities, I id) {
    var entity = entities.replace(id, actors.system().deadLetters());
    if (entity == null) return;
    actors.stop(entity);
    entities.remove(id);
  }

  private void stopAll() {
    ACCOUNTS.forEach(id -> stop(accounts, id));
    stop(coupons, COUPON);
  }

  private static void failSomeWrites(Random random) {
    journal.withPolicy(
        (persistenceId, operation) ->
            operation instanceof WriteEvents && random.nextInt(10) == 0
                ? StorageFailure.create()
                : ProcessingSuccess.getInstance());
  }

  // What is to be true afterwards.

  private void checkAccounts(List<Sent<?>> sent) throws Exception {
    for (var id : ACCOUNTS) {
      var events = stored(persistenceId(id)).map(AccountEvent.class::cast).toList();
      var books = Books.of(events); // Which fails on what may not be stored, or not twice.
      assertEquals(0, books.balance().frozen());
      var shown = get(tell(id, "", AccountCommand.Get::new).reply());
      assertEquals(books.balance(), ((AccountReply.Standing) shown).balance());
      assertAnswersAreKept(sent, persistenceId(id));
    }
  }

  private void checkCoupon(List<Sent<?>> sent) throws Exception {
    var uses = stored(OF_COUPON).filter(CouponUsed.class::isInstance).toList();
    var keys = stored(OF_COUPON).map(event -> ((CouponEvent) event).key()).toList();
    assertTrue(uses.size() <= 1, () -> "used by " + uses);
    assertEquals(Set.copyOf(keys).size(), keys.size(), () -> "twice: " + keys);
    var shown = (CouponReply.Standing) get(tell("", CouponCommand.Get::new).reply());
    assertNotEquals(CouponStatus.LOCKED, shown.status());
    assertAnswersAreKept(sent, OF_COUPON);
  }

  /** What somebody was told that it is done is in the journal. */
  private static void assertAnswersAreKept(List<Sent<?>> sent, String persistenceId)
      throws Exception {
    var keys = stored(persistenceId).map(AssetEvent::key).collect(toSet());
    for (var one : sent) {
      var reply = one.reply().get();
      boolean done =
          reply instanceof AccountReply.Standing || reply instanceof CouponReply.Standing;
      if (one.persistenceId().equals(persistenceId) && done) {
        assertTrue(keys.contains(one.key()), () -> one.key() + " was answered with " + reply);
      }
    }
  }

  private static Stream<AssetEvent> stored(String persistenceId) {
    return journal.persistedInStorage(persistenceId).stream().map(AssetEvent.class::cast);
  }

  private static String persistenceId(AccountId id) {
    return Account.KEY.name() + "|" + id.entityId();
  }

  private static <T> T get(CompletableFuture<T> reply) throws Exception {
    return reply.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
  }
}

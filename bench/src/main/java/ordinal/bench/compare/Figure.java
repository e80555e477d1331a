package ordinal.bench.compare;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;

/**
 * One number that was measured.
 *
 * @param round from 1 on
 * @param measurement what was done, as {@code --only} names it
 * @param at under which circumstances, say "20 connections"; may be empty
 * @param name what the number is, with its unit
 */
@JsonPropertyOrder({"round", "system", "measurement", "at", "name", "value"})
record Figure(
    @JsonProperty int round,
    @JsonProperty String system,
    @JsonProperty String measurement,
    @JsonProperty String at,
    @JsonProperty String name,
    @JsonProperty double value) {}

package ordinal.http.schema;

/** What is wrong with one part of a request. The reason reads on from the field's name. */
public record Fault(String field, String reason) {}

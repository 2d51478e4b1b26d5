/** Goes on with a value, at once if it is there and later if it is a promise. Most verifiers never make one. */
export function followedBy<Value, Next>(
  value: Value | Promise<Value>,
  goOn: (value: Value) => Next | Promise<Next>,
): Next | Promise<Next> {
  return value instanceof Promise ? value.then(goOn) : goOn(value);
}

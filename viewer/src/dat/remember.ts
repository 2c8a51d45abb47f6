// Results of functions of whole machines, kept for the last few of them. Not for all: the log holds
// hundreds of machines.

const few = 4;

export function remembered<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>();
  return key => {
    const value = known.has(key) ? known.get(key)! : make(key);
    known.delete(key);
    known.set(key, value);
    if (known.size > few) known.delete(known.keys().next().value!);
    return value;
  };
}

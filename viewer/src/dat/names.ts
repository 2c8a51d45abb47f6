// Names that are numbered, and words that were nearly right.

/** "L3_12" is stem "L3_" and number 12; no number: undefined. */
export function splitName(name: string): {stem: string; number: number | undefined} {
  const parts = /^(.*?)(\d{1,9})$/s.exec(name);
  return parts ? {stem: parts[1]!, number: Number(parts[2])} : {stem: name, number: undefined};
}

/** Gives out names `STEM NUMBER` that nobody has yet, each stem counting up from its largest. */
export class Numbering {
  private readonly next = new Map<string, number>();

  constructor(private readonly taken: Set<string>) {
    for (const name of taken) this.count(name);
  }

  private count(name: string): void {
    const {stem, number} = splitName(name);
    if (number !== undefined) this.next.set(stem, Math.max(this.next.get(stem) ?? 0, number + 1));
  }

  /** A new name with that stem. */
  make(stem: string): string {
    let number = this.next.get(stem) ?? 0;
    while (this.taken.has(stem + number)) ++number;
    this.next.set(stem, number + 1);
    this.taken.add(stem + number);
    return stem + number;
  }

  /** A new name for a copy of what is called `name`. */
  copyOf(name: string): string {
    const {stem, number} = splitName(name);
    return this.make(number === undefined ? `${stem}_` : stem);
  }

  /** `name` itself where it is free. */
  free(name: string): string {
    if (this.taken.has(name)) return this.copyOf(name);
    this.taken.add(name);
    this.count(name);
    return name;
  }
}

// Optimal string alignment distance, letter case ignored: a swap of neighbours counts one.
function editDistance(a: string, b: string): number {
  a = a.toLowerCase();
  b = b.toLowerCase();
  let before: number[] = [];
  let last = Array.from({length: b.length + 1}, (_, j) => j);
  for (let i = 1; i <= a.length; ++i) {
    const now = [i];
    for (let j = 1; j <= b.length; ++j) {
      let best = Math.min(
        last[j]! + 1,
        now[j - 1]! + 1,
        last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1),
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, before[j - 2]! + 1);
      now.push(best);
    }
    before = last;
    last = now;
  }
  return last[b.length]!;
}

const longestWord = 100;

/** The candidate that was probably meant; undefined where none is near (base/diagnostics.h's rule). */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length > longestWord) return undefined;
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) >= bestDistance) continue;
    const distance = editDistance(word, candidate);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

export const didYouMean = (word: string, candidates: Iterable<string>): string | undefined => {
  const near = nearest(word, candidates);
  return near === undefined ? undefined : `did you mean '${near}'?`;
};

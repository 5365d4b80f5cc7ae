/** For each release of Node.js whose engine spends more on optimizing than a run takes back: how it does less of it. */
const OPTIMIZES_LESS: Readonly<Record<string, string>> = {
  20: '--interrupt-budget=300000',
  22: '--invocation-count-for-turbofan=12000',
  // They have a quicker optimizing compiler, Maglev, too.
  24: '--no-turbofan',
  26: '--no-turbofan',
}

/** Larger documents make enough objects that last to use a large space for new ones. */
const LARGE_BYTES = 1_000_000

/**
 * Sets options of the engine for one run of the program (`docs/decisions/0012-speed.md`). Functions are optimized later, or
 * only by the quicker compiler, because up to a third of the CPU time of a run went to optimizing, in other threads, code
 * that hardly ran any more. For documents that are large, garbage is collected when the memory has grown by half: the engine
 * would wait until it is three times as much, and a run makes that much only once, so that what it no longer needs would stay
 * until its end.
 *
 * Returns what to call when the document has been loaded. If it is not large, the space for new objects then stays as it is:
 * it would grow to tens of megabytes, for objects that last until the end anyway. As small as it is at the start, it would
 * have to be cleared hundreds of times.
 */
export function tuneEngine(version: string, bytes?: number): () => void {
  const less = OPTIMIZES_LESS[version.split('.', 1)[0] ?? '']
  const isLarge = bytes !== undefined && bytes >= LARGE_BYTES
  set([...(less ? [less] : []), ...(isLarge ? ['--heap-growing-percent=50'] : [])])
  const isSmall = bytes !== undefined && bytes < LARGE_BYTES
  return () => set(isSmall ? ['--semi-space-growth-factor=1'] : [])
}

function set(flags: readonly string[]): void {
  // Loaded here, because most runs have nothing to do, and it takes 2 ms.
  for (const flag of flags) process.getBuiltinModule('node:v8').setFlagsFromString(flag)
}

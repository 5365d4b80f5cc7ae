/** For each release of Node.js whose engine spends more on optimizing than a run takes back: what it waits for. */
const OPTIMIZES_LATER: Readonly<Record<string, string>> = {
  20: '--interrupt-budget=300000',
  22: '--invocation-count-for-turbofan=12000',
}

/** Larger documents make enough objects that last to use a large space for new ones. */
const LARGE_BYTES = 1_000_000

/**
 * Sets options of the engine for one run of the program (`docs/decisions/0012-speed.md`). Functions are optimized later,
 * because a third of the CPU time of a run went to optimizing, in other threads, code that hardly ran any more; newer
 * releases do so by themselves. For `bytes` of documents that are not large, the space for new objects stays as small as it
 * is: it would grow to tens of megabytes, for objects that last until the end anyway. For large ones, garbage is collected
 * when the memory has grown by half: the engine would wait until it is three times as much, and a run makes that much only
 * once, so that what it no longer needs would stay until its end.
 */
export function tuneEngine(version: string, bytes?: number): void {
  const later = OPTIMIZES_LATER[version.split('.', 1)[0] ?? '']
  const space =
    bytes === undefined
      ? []
      : [bytes < LARGE_BYTES ? '--semi-space-growth-factor=1' : '--heap-growing-percent=50']
  const flags = [...(later ? [later] : []), ...space]
  // Loaded here, because most runs have nothing to do, and it takes 2 ms.
  for (const flag of flags) process.getBuiltinModule('node:v8').setFlagsFromString(flag)
}

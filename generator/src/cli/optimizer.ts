/** For each release of Node.js whose engine spends more on optimizing than a run takes back: what it waits for. */
const OPTIMIZES_LATER: Readonly<Record<string, string>> = {
  20: '--interrupt-budget=300000',
  22: '--invocation-count-for-turbofan=12000',
}

/**
 * Makes the engine optimize functions later: four times as much has to run first. A third of the CPU time of a run goes
 * to optimizing code in other threads that hardly runs any more, and the main thread is as fast without it
 * (`docs/decisions/0012-speed.md`). Later releases do so by themselves.
 */
export function optimizeLater(version: string): void {
  const flag = OPTIMIZES_LATER[version.split('.', 1)[0] ?? '']
  // Loaded here, because most runs have nothing to do, and it takes 2 ms.
  if (flag !== undefined) process.getBuiltinModule('node:v8').setFlagsFromString(flag)
}

import v8 from 'node:v8'
import vm from 'node:vm'

v8.setFlagsFromString('--expose-gc')
const collect: unknown = vm.runInNewContext('gc')

/** Bytes in use after everything unreachable is gone. */
export function heapInUse(): number {
  if (typeof collect === 'function') collect()
  return process.memoryUsage().heapUsed
}

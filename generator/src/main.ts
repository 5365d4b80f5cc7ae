#!/usr/bin/env node
import { processHost } from './cli/host.js'
import { run } from './cli/run.js'

/** `tagwire check | head`: a closed pipe is not an error, and the run ends as usual. */
function heedOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') return
      if (stream === process.stdout) process.stderr.write(`Cannot write: ${error.message}\n`)
      process.once('exit', () => {
        process.exitCode = 1
      })
    })
  }
}

heedOutput()
process.exitCode = await run(processHost(), process.argv.slice(2))

/**
 * Ends at once, unless output is still waiting to be written: freeing the memory of a large run object by object takes
 * 0.05 s.
 */
setImmediate(() => {
  if (process.stdout.writableLength + process.stderr.writableLength === 0) process.exit()
})

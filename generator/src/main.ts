#!/usr/bin/env node
import { processHost } from './cli/host.js'
import { run } from './cli/run.js'

/** `tagwire check | head`: a reader that has seen enough is no fault, and the run ends as it would have. */
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

#!/usr/bin/env node
import { run } from './run.js'

for (const stream of [process.stdout, process.stderr]) {
  // `migrate | head`: a closed pipe is not an error.
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') process.exitCode = 1
  })
}

const { stdout, stderr, env } = process
process.exitCode = run({ cwd: process.cwd(), env, stdout, stderr }, process.argv.slice(2))

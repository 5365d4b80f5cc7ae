import { execFile } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { compiler } from '../compiler.js'

/**
 * The quick half of `pnpm tool consumers`: the same program against the built packages, with the
 * workspace's compiler, every declaration file checked.
 */
const here = fileURLToPath(new URL('../external/consumers/', import.meta.url))

it.each(['nodenext', 'bundler'])('a strict consumer compiles under %s', async (resolution) => {
  const config = path.join(here, `program/tsconfig.${resolution}.json`)
  const output = await promisify(execFile)(
    compiler,
    ['-p', config, '--noEmit', '--pretty', 'false'],
    { cwd: here },
  ).catch((error: { stdout?: string; message: string }) => error)
  expect(output).toEqual({ stdout: '', stderr: '' })
})

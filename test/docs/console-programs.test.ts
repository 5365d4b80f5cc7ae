import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { createJiti } from 'jiti'
import { expect, it } from 'vitest'
import {
  blocksProgram,
  callProgram,
  statusProgram,
} from '../../docs/site/browser/console/programs.js'
import { consoleOperations } from '../../docs/site/console-page.js'

/** The programs that the console shows and runs are programs of a reader: they run outside of the page as well. */

const root = fileURLToPath(new URL('../../', import.meta.url))
const jiti = createJiti(import.meta.url, { fsCache: false })

async function ran(program: string): Promise<object> {
  const filename = path.join(root, 'test/docs/program.ts')
  return Object(await jiti.evalModule(program, { filename, async: true }))
}

it('the sandbox answers every operation with the initial input of the console', async () => {
  const operations = await consoleOperations(root)
  expect(operations.length).toBeGreaterThan(10)
  for (const { name, input } of operations) {
    const program = callProgram(name, JSON.stringify(input, null, 2), '')
    expect(await ran(program), name).toHaveProperty('answer', expect.any(Object))
  }
}, 60_000)

it('an input is only data, whatever its text is', async () => {
  const inputs = ['{', 'alert(1)', '{}); alert(1); ({}', '``', '']
  for (const input of inputs) {
    expect(() => callProgram('route', input, ''), input).toThrow(SyntaxError)
  }
  const program = callProgram('route', '{"__proto__": {"polluted": true}}', '')
  expect(program).toContain('["__proto__"]')
  const address = '"); globalThis.hurt = 1; ("'
  for (const text of [callProgram('chains', '{}', address), blocksProgram(address)]) {
    expect(text).toContain(JSON.stringify(address))
  }
})

it('updates of a status arrive until the end', async () => {
  const input = '{"tx_hash": "eureka_transfer", "chain_id": "cosmoshub-4"}'
  const program = statusProgram(input, '').replace('stop.signal', 'stop.signal, intervalMs: 10')
  const exported = await ran(program)
  expect(exported).toHaveProperty('updates')
  const updates: AsyncIterable<{ state?: string }> = Reflect.get(exported, 'updates')
  const states: unknown[] = []
  for await (const { state } of updates) states.push(state)
  expect(states.at(-1)).toBe('STATE_COMPLETED_SUCCESS')
}, 30_000)

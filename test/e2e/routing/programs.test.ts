import { type Sandbox, startRoutingSandbox } from '@tagwire/routing-sandbox'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ProgramRunner, routingPrograms } from '../../docs/programs.js'

/** Runs the programs of READMEs, guides and reference pages, unchanged, against the sandbox. */

let sandbox: Sandbox
let runner: ProgramRunner
beforeAll(async () => {
  sandbox = await startRoutingSandbox()
  runner = new ProgramRunner({
    'https://api.skip.build': sandbox.url,
    'http://127.0.0.1:8080': sandbox.url,
  })
})
afterAll(async () => {
  await runner.close()
  await sandbox.close()
})

const programs = routingPrograms()

it('there are programs', () => {
  expect(programs.length).toBeGreaterThan(35)
})

it.each(programs)(
  '$name',
  async ({ name, text }) => {
    // A transaction that the sandbox follows to its end.
    const program = text.replaceAll("tx_hash: '…'", "tx_hash: 'hyperlane_transfer'")
    const printed = await runner.run(program, 30_000)
    if (name.startsWith('packages/routing-sandbox/')) {
      const promised = [...text.matchAll(/console\.log\(.*\) \/\/ (.+)$/gm)].map(([, said]) => said)
      expect(printed.trim().split('\n')).toEqual(promised.length > 0 ? promised : ['200'])
    }
  },
  40_000,
)

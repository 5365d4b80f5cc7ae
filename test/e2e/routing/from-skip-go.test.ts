import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { startRoutingSandbox } from '@tagwire/routing-sandbox'
import { createJiti } from 'jiti'
import { expect, it, onTestFinished, vi } from 'vitest'

/** Runs the programs of the guide unchanged; they print what their comments say. */
const file = fileURLToPath(
  new URL('../../../docs/guides/08-from-skip-go-client.md', import.meta.url),
)
const guide = readFileSync(file, 'utf8')
const programs = [...guide.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, text = '']) => text)

it('has a program for every part', () => {
  expect(programs.length).toBeGreaterThan(6)
})

it.each(programs)('program %# prints the documented output', async (program) => {
  const sandbox = await startRoutingSandbox()
  onTestFinished(() => sandbox.close())
  const said: string[] = []
  const log = vi.spyOn(console, 'log').mockImplementation((...words) => {
    said.push(words.join(' '))
  })
  onTestFinished(() => log.mockRestore())
  const address = 'http://127.0.0.1:8080'
  expect(program).toContain(address)
  const jiti = createJiti(import.meta.url, { fsCache: false })
  const filename = fileURLToPath(new URL('program.ts', import.meta.url))
  await jiti.evalModule(program.replaceAll(address, sandbox.url), { filename, async: true })

  const promised = [...program.matchAll(/console\.log\(.*\).*? \/\/ (.+)$/gm)].map(
    ([, text]) => text,
  )
  expect(promised.length).toBeGreaterThan(0)
  // A line may be printed again, by a loop.
  expect([...new Set(said)]).toEqual(promised)
})

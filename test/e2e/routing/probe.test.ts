import { fileURLToPath } from 'node:url'
import { startRoutingSandbox } from '@tagwire/routing-sandbox'
import { probe } from 'tagwire'
import { expect, it, onTestFinished } from 'vitest'

const cwd = fileURLToPath(new URL('../../../', import.meta.url))

async function sandbox(mode?: string): Promise<string> {
  const { url, close } = await startRoutingSandbox({ mode })
  onTestFinished(close)
  return url
}

it('finds nothing that differs in the sandbox', async () => {
  const result = await probe('spec/routing/openapi.yaml', { cwd, url: await sandbox() })
  expect(result).toMatchObject({ ok: true, mismatches: [], counts: { skipped: 0, failed: 0 } })
  // Everything but `submit` and `track`, which are not safe.
  const called = new Set(result.payloads.map((each) => each.name.replace(/ .*/, '')))
  expect(called.size).toBe(13)
  expect(result.payloads.filter((each) => each.refused)).toEqual([])
})

it('finds the kinds that a newer service has', async () => {
  const result = await probe('spec/routing/openapi.yaml', {
    cwd,
    url: await sandbox('unknown-kinds'),
  })
  const texts = result.fixes.filter((each) => each.drift).map((each) => each.text)
  expect(texts).toEqual([
    'add variant `teleport_transfer` to Operation',
    'add variant `teleport_transfer` to TransferEvent',
  ])
})

it('does with requests made from the schemas what the document says', async () => {
  const url = await sandbox()
  const result = await probe('spec/routing/openapi.yaml', { cwd, url, cases: 12 })
  expect(result.mismatches.filter((each) => !each.drift)).toEqual([])
  expect(result).toMatchObject({ ok: true, counts: { failed: 0, skipped: 0 } })
  const named = (word: string) => result.payloads.filter((each) => each.name.includes(`[${word}: `))
  // `bridges` has no inputs, and so only one request.
  expect(named('valid').length).toBeGreaterThan(60)
  expect(named('invalid').length).toBeGreaterThan(60)
  expect(named('invalid').filter((each) => !each.refused)).toEqual([])
})

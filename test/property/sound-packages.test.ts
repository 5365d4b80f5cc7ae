import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { judgeEdit, usersOf, type Verdict } from './fixtures/soundness.js'
import { isLong, lengthOf, patienceMs, runs } from './length.js'

const RUNS = 2
const folderOf = (name: string): string =>
  fileURLToPath(new URL(`../../spec/${name}`, import.meta.url))

/** Checking the program of a package takes seconds, so the second one only runs at night. */
const PACKAGES: readonly (readonly [name: string, spec: string])[] = [
  ['routing', 'openapi.yaml'],
  ...(isLong ? [['node-rpc', 'openrpc.yaml'] as const] : []),
]

test.each(PACKAGES)(
  'what is not breaking in %s leaves programs, requests and answers as they were',
  {
    timeout: patienceMs,
  },
  async (name, spec) => {
    const users = await usersOf(spec, folderOf(name))
    if (!users) throw new Error(`${name} has no package`)
    expect(users.requests.length).toBeGreaterThan(10)
    expect(users.answers.length).toBeGreaterThan(20)
    const seen: Verdict[] = []
    await fc.assert(
      fc.asyncProperty(fc.nat(), async (seed) => {
        const verdict = await judgeEdit(users, seed)
        // An edit that leaves no document is no run: another one is made.
        fc.pre(verdict !== 'no document')
        seen.push(verdict)
      }),
      // Seeds are random numbers: a smaller one is not simpler.
      { ...runs(RUNS, 2), endOnFailure: true },
    )
    expect(seen.length).toBeGreaterThanOrEqual(lengthOf(RUNS, 2))
  },
)

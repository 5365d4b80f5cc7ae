import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const script = new URL('../../../generator/scripts/audit.mjs', import.meta.url)

interface Audit {
  readonly auditOf: (
    packages: object,
    program: readonly string[],
    isRequired: boolean,
  ) => { readonly isFine: boolean; readonly text: string }
}

/**
 * A program that replaces pnpm, with this output and exit code: a shell starts in a tenth of the time.
 */
function asPnpm<Result>(says: string, code: number, use: (command: string) => Result): Result {
  const folder = mkdtempSync(path.join(tmpdir(), 'tagwire-audit-'))
  try {
    const pnpm = path.join(folder, 'pnpm')
    const answer = path.join(folder, 'answer.txt')
    writeFileSync(answer, says)
    writeFileSync(pnpm, `cat '${answer}'\nexit ${code}\n`)
    return use(`sh ${pnpm}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function audit(says: string, code: number, isRequired = false, packages = {}) {
  const { auditOf }: Audit = await import(script.href)
  return asPnpm(says, code, (command) => auditOf(packages, command.split(' '), isRequired))
}

test('what the registry knows decides', async () => {
  expect((await audit('No known vulnerabilities found', 0)).isFine).toBe(true)
  const { isFine, text } = await audit('high: Prototype pollution\n1 vulnerabilities found', 1)
  expect(isFine).toBe(false)
  expect(text).toContain('Prototype pollution')
  expect(text).not.toContain('NOT CHECKED')
})

test.each(['Error: ERR_PNPM_AUDIT_BAD_RESPONSE', 'getaddrinfo ENOTFOUND registry.npmjs.org', ''])(
  'an unreachable registry is reported, and stops a release: %s',
  async (says) => {
    const { isFine, text } = await audit(says, 1)
    expect(text).toContain('ADVISORIES WERE NOT CHECKED')
    expect(isFine).toBe(true)
    expect((await audit(says, 1, true)).isFine).toBe(false)
  },
)

test.each([
  [{ resolution: {} }, 'a@1.0.0 has no SHA-512 in pnpm-lock.yaml'],
  [
    { resolution: { integrity: 'sha512-x', tarball: 'https://elsewhere.example/a.tgz' } },
    'a@1.0.0 is not from the registry (tarball)',
  ],
  [{ resolution: { integrity: 'sha512-x' }, deprecated: 'use b' }, 'a@1.0.0 is deprecated: use b'],
])('what the lockfile says itself decides too: %j', async (entry, said) => {
  const { isFine, text } = await audit('', 0, false, { 'a@1.0.0': entry })
  expect(isFine).toBe(false)
  expect(text).toContain(`✗ ${said}`)
})

test('the script reads the lockfile of this repository, and ends so', () => {
  const ended = (says: string, code: number) =>
    asPnpm(says, code, (TAGWIRE_PNPM) =>
      spawnSync(process.execPath, [fileURLToPath(script), '--required'], {
        env: { ...process.env, TAGWIRE_PNPM },
        encoding: 'utf8',
      }),
    )
  const fine = ended('No known vulnerabilities found', 0)
  expect([fine.status, fine.stdout + fine.stderr]).toEqual([
    0,
    'No known vulnerabilities found\naudit: nothing is known\n',
  ])
  const unanswered = ended('', 1)
  expect(unanswered.status).toBe(1)
  expect(unanswered.stderr).toContain('ADVISORIES WERE NOT CHECKED')
})

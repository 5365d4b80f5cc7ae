import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const script = fileURLToPath(new URL('../../../generator/scripts/audit.mjs', import.meta.url))

/** The audit with a program in the place of pnpm that says this and ends so. */
function audit(says: string, code: number, ...args: string[]) {
  const folder = mkdtempSync(path.join(tmpdir(), 'tagwire-audit-'))
  try {
    const pnpm = path.join(folder, 'pnpm')
    const answer = path.join(folder, 'answer.txt')
    writeFileSync(answer, says)
    // A shell starts in a tenth of the time.
    writeFileSync(pnpm, `cat '${answer}'\nexit ${code}\n`)
    const env = { ...process.env, TAGWIRE_PNPM: `sh ${pnpm}` }
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
      env,
      encoding: 'utf8',
    })
    return { status, said: stdout + stderr }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

test('what the registry knows decides', () => {
  expect(audit('No known vulnerabilities found', 0).status).toBe(0)
  const { status, said } = audit('high: Prototype pollution\n1 vulnerabilities found', 1)
  expect(status).toBe(1)
  expect(said).toContain('Prototype pollution')
  expect(said).not.toContain('NOT CHECKED')
})

test.each(['Error: ERR_PNPM_AUDIT_BAD_RESPONSE', 'getaddrinfo ENOTFOUND registry.npmjs.org', ''])(
  'that it could not be asked is said loudly, and stops a release: %s',
  (says) => {
    const { status, said } = audit(says, 1)
    expect(said).toContain('ADVISORIES WERE NOT CHECKED')
    expect(status).toBe(0)
    expect(audit(says, 1, '--required').status).toBe(1)
  },
)

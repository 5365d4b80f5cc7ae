import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const script = new URL('../../../generator/scripts/audit.mjs', import.meta.url)

interface Audited {
  readonly packages: object
  readonly bundled: readonly { readonly name: string; readonly version: string }[]
  readonly isRequired: boolean
}

interface Audit {
  readonly auditOf: (given: Audited & { readonly program: readonly string[] }) => {
    readonly isFine: boolean
    readonly text: string
  }
}

const NOTHING = '{ "advisories": {} }'

/**
 * A program that replaces pnpm: what it says of installed packages, with this exit code, and of bundled ones. A shell
 * starts in a tenth of the time.
 */
function asPnpm<Result>(
  says: string,
  code: number,
  use: (command: string) => Result,
  saysOfBundled = NOTHING,
): Result {
  const folder = mkdtempSync(path.join(tmpdir(), 'tagwire-audit-'))
  try {
    const pnpm = path.join(folder, 'pnpm')
    const answer = path.join(folder, 'answer.txt')
    const bundled = path.join(folder, 'bundled.json')
    writeFileSync(answer, says)
    writeFileSync(bundled, saysOfBundled)
    writeFileSync(
      pnpm,
      `case "$*" in *--json*) cat '${bundled}'; exit 1;; esac\ncat '${answer}'\nexit ${code}\n`,
    )
    return use(`sh ${pnpm}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function audit(
  says: string,
  code: number,
  given: Partial<Audited> = {},
  saysOfBundled?: string,
) {
  const { auditOf }: Audit = await import(script.href)
  const defaults = { packages: {}, bundled: [], isRequired: false }
  return asPnpm(
    says,
    code,
    (command) => auditOf({ ...defaults, ...given, program: command.split(' ') }),
    saysOfBundled,
  )
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
    expect((await audit(says, 1, { isRequired: true })).isFine).toBe(false)
  },
)

const advisory = (module_name: string, severity: string, version: string) => ({
  module_name,
  severity,
  title: `a fault of ${module_name}`,
  url: 'https://example.com/1',
  findings: [{ version, paths: [] }],
})

test('what is bundled is asked about too, of all that is needed to build', async () => {
  const bundled = [{ name: 'a', version: '1.0.0' }]
  const packages = { 'a@1.0.0': { resolution: { integrity: 'sha512-x' } } }
  const advisories = {
    1: advisory('a', 'high', '1.0.0'),
    2: advisory('a', 'low', '1.0.0'),
    3: advisory('a', 'high', '0.9.0'),
    4: advisory('b', 'critical', '1.0.0'),
  }
  const known = await audit('', 0, { bundled, packages }, JSON.stringify({ advisories }))
  expect(known).toMatchObject({ isFine: false })
  expect(known.text.split('\n')).toEqual([
    'high: a: a fault of a (https://example.com/1)',
    'audit: FAILED',
  ])
  const { 1: _, ...others } = advisories
  const fine = await audit('', 0, { bundled, packages }, JSON.stringify({ advisories: others }))
  expect(fine).toMatchObject({ isFine: true, isChecked: true })
  const unanswered = await audit('', 0, { bundled, packages, isRequired: true }, 'no JSON')
  expect(unanswered).toMatchObject({ isFine: false, isChecked: false })
  const { text } = await audit('', 0, { bundled })
  expect(text).toContain('✗ a@1.0.0 is bundled, and not in pnpm-lock.yaml')
})

test.each([
  [{ resolution: {} }, 'a@1.0.0 has no SHA-512 in pnpm-lock.yaml'],
  [
    { resolution: { integrity: 'sha512-x', tarball: 'https://elsewhere.example/a.tgz' } },
    'a@1.0.0 is not from the registry (tarball)',
  ],
  [{ resolution: { integrity: 'sha512-x' }, deprecated: 'use b' }, 'a@1.0.0 is deprecated: use b'],
])('what the lockfile says itself decides too: %j', async (entry, said) => {
  const { isFine, text } = await audit('', 0, { packages: { 'a@1.0.0': entry } })
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

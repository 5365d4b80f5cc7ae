// What is known against the packages that installing tagwire installs. Asks the registry, where it answers such
// questions; where it does not, says so loudly and looks at what the lockfile itself can prove.
//   node generator/scripts/audit.mjs [--required]
//   --required   not to have asked the registry is a failure, as it is for a release
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'

const root = new URL('../../', import.meta.url)

/**
 * What is to be said of these packages of a lockfile, and whether it is fine. `program` is asked for advisories in the
 * place of pnpm.
 */
export function auditOf(packages, program, isRequired) {
  const found = faultsOf(packages)
  const asked = askRegistry(program)
  const isFine = found.length === 0 && (asked.answered ? asked.ok : !isRequired)
  const fine = asked.answered
    ? 'nothing is known'
    : 'the lockfile is in order; ADVISORIES WERE NOT CHECKED'
  const notChecked = [
    '',
    '!!! ADVISORIES WERE NOT CHECKED: the registry that is configured here does not answer audits.',
    `!!! ${asked.reason}`,
    '!!! Only the lockfile was looked at. Run this again where https://registry.npmjs.org can be asked.',
    '',
  ]
  const lines = [
    ...found.map((each) => `✗ ${each}`),
    ...(asked.text === '' ? [] : [asked.text]),
    ...(asked.answered ? [] : notChecked),
    `audit: ${isFine ? fine : 'FAILED'}`,
  ]
  return { isFine, isChecked: asked.answered, text: lines.join('\n') }
}

/** Every package comes from the registry, with the hash of what it was when somebody looked at it. */
function faultsOf(packages) {
  return Object.entries(packages).flatMap(([name, { resolution = {}, deprecated }]) => {
    const { integrity, ...others } = resolution
    const elsewhere = Object.keys(others)
    return [
      ...(/^sha512-/.test(integrity ?? '') ? [] : [`${name} has no SHA-512 in pnpm-lock.yaml`]),
      ...(elsewhere.length > 0
        ? [`${name} is not from the registry (${elsewhere.join(', ')})`]
        : []),
      ...(deprecated ? [`${name} is deprecated: ${deprecated}`] : []),
    ]
  })
}

function askRegistry([program, ...first]) {
  const args = [...first, 'audit', '--prod', '--audit-level', 'high']
  const {
    status,
    stdout = '',
    stderr = '',
    error,
  } = spawnSync(program, args, {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  const said = `${stdout}${stderr}`
  const failed =
    error?.message ?? /ERR_PNPM_\w+|E?AUDIT\w*|ENOTFOUND|ECONN\w+|fetch failed/.exec(said)?.[0]
  if (status === 0) return { answered: true, ok: true, text: stdout.trim() }
  // What was found is a table; anything else is that nothing could be asked.
  const answered = /vulnerabilit/i.test(said) && failed === undefined
  return {
    answered,
    ok: false,
    text: answered ? said.trim() : '',
    reason: failed ?? said.slice(0, 200),
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const lockfile = readFileSync(new URL('pnpm-lock.yaml', root), 'utf8')
  // Only this part is parsed: all of it takes twice as long.
  const part = lockfile.split(/^(?=\S)/m).find((each) => each.startsWith('packages:'))
  const { packages } = parse(part ?? '')
  // Tests put another program in its place.
  const program = (process.env.TAGWIRE_PNPM ?? 'npx -y pnpm@12').split(' ')
  const { isFine, isChecked, text } = auditOf(
    packages,
    program,
    process.argv.includes('--required'),
  )
  if (isFine && isChecked) console.log(text)
  else console.error(text)
  process.exitCode = isFine ? 0 : 1
}

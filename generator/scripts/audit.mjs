// What is known against the packages that installing tagwire installs, and against those that it was bundled with. Asks
// the registry, where it answers such questions; where it does not, says so loudly and looks at what the lockfile itself
// can prove.
//   node generator/scripts/audit.mjs [--required]
//   --required   not to have asked the registry is a failure, as it is for a release
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { pnpmCommand } from './pnpm.mjs'
import { vendor } from './vendor.mjs'

const root = new URL('../../', import.meta.url)

/**
 * What is to be said of these packages of a lockfile and of those that are `bundled`, and whether it is fine. `program`
 * is asked for advisories in the place of pnpm.
 */
export function auditOf({ packages, bundled, program, isRequired }) {
  const found = [...faultsOf(packages), ...notInLockfile(packages, bundled)]
  const installed = askAboutInstalled(program)
  const asked = installed.ok ? askAboutBundled(program, bundled, installed.text) : installed
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

/** What is published is what was installed here, so its hash has to be known too. */
function notInLockfile(packages, bundled) {
  return bundled
    .map(({ name, version }) => `${name}@${version}`)
    .filter((each) => packages[each] === undefined)
    .map((each) => `${each} is bundled, and not in pnpm-lock.yaml`)
}

function run([program, ...first], args) {
  return spawnSync(program, [...first, 'audit', ...args], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    maxBuffer: 2 ** 28,
  })
}

function askAboutInstalled(program) {
  const args = ['--prod', '--audit-level', 'high']
  const { status, stdout = '', stderr = '', error } = run(program, args)
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

/** They are development dependencies, among many others whose advisories do not matter here. */
function askAboutBundled(program, bundled, before) {
  const { stdout, stderr, error } = run(program, ['--dev', '--json'])
  const advisories = advisoriesIn(stdout)
  if (advisories === undefined) {
    const reason = error?.message ?? `${stdout}${stderr}`.slice(0, 200)
    return { answered: false, ok: false, text: before, reason: `about what is bundled: ${reason}` }
  }
  const known = advisories.filter(
    ({ module_name, severity, findings = [] }) =>
      /^(?:high|critical)$/.test(severity) &&
      bundled.some(
        ({ name, version }) =>
          name === module_name && findings.some((each) => each.version === version),
      ),
  )
  const lines = known.map(
    ({ module_name, severity, title, url }) => `${severity}: ${module_name}: ${title} (${url})`,
  )
  return {
    answered: true,
    ok: known.length === 0,
    text: [before, ...lines].filter(Boolean).join('\n'),
  }
}

/** `undefined` if this is no answer. */
function advisoriesIn(text) {
  try {
    const { advisories } = JSON.parse(text)
    return advisories && Object.values(advisories)
  } catch {
    return undefined
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const lockfile = readFileSync(new URL('pnpm-lock.yaml', root), 'utf8')
  // Only this part is parsed: all of it takes twice as long.
  const part = lockfile.split(/^(?=\S)/m).find((each) => each.startsWith('packages:'))
  const { packages } = parse(part ?? '')
  // Tests put another program in its place.
  const program = pnpmCommand()
  const isRequired = process.argv.includes('--required')
  const { isFine, isChecked, text } = auditOf({
    packages,
    bundled: await vendor(),
    program,
    isRequired,
  })
  if (isFine && isChecked) console.log(text)
  else console.error(text)
  process.exitCode = isFine ? 0 : 1
}

// Holds what `docs/rules/compared.json` says of each pair in `docs/rules` to oasdiff itself, on demand:
//   node test/external/peers/oasdiff/rules.mjs OASDIFF
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { changelogOf } from './changelog.mjs'

const [program] = process.argv.slice(2)
if (program === undefined) {
  process.stderr.write('Usage: rules.mjs OASDIFF\n')
  process.exit(2)
}
const folder = fileURLToPath(new URL('../../../../docs/rules', import.meta.url))
const told = JSON.parse(readFileSync(`${folder}/compared.json`, 'utf8'))
let wrong = 0
for (const [kind, { rules, level }] of Object.entries(told)) {
  const args = [`${kind}/old.yaml`, `${kind}/new.yaml`]
  // What oasdiff cannot read, documents of OpenRPC, it has no rule for.
  const found = changelogOf(program, ...args, folder) ?? { level: 'none', rules: [] }
  if (found.level === level && found.rules.join() === rules.join()) continue
  wrong++
  process.stdout.write(`${kind}: ${found.rules.join(', ') || 'no rule'} (${found.level})\n`)
}
process.stdout.write(`${wrong} of ${Object.keys(told).length} are other than written.\n`)
process.exitCode = wrong > 0 ? 1 : 0

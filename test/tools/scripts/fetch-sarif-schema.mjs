// Fetches the published schema of SARIF 2.1.0 into `.cache`, where the tests of reports look for it.
// TAGWIRE_SARIF_SCHEMA names a copy on this disk instead.
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const SCHEMA =
  'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json'
const folder = new URL('../../../.cache/', import.meta.url)
const target = new URL('sarif-2.1.0.json', folder)

mkdirSync(folder, { recursive: true })
const { TAGWIRE_SARIF_SCHEMA: copy } = process.env
if (copy) copyFileSync(copy, target)
else {
  const response = await fetch(SCHEMA)
  if (!response.ok) throw new Error(`${SCHEMA} responded with ${response.status}`)
  writeFileSync(target, await response.text())
}
console.log(`The schema is in ${fileURLToPath(target)}.`)

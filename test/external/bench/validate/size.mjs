// What one validator adds to a bundle, minified, and compressed as it travels.

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const cache = fileURLToPath(new URL('.cache/', import.meta.url))
const makers = ['tagwire', 'ajv', 'zod', 'valibot']
const types = ['SwapVenue', 'StatusTxResponse', 'Route', 'ResultBlockResults']

console.log(`\nbytes of a bundle with one validator: minified (gzip)\n`)
console.log(['type'.padEnd(20), ...makers.map((each) => each.padStart(18))].join(''))
for (const type of types) {
  const cells = makers.map((maker) => {
    const text = readFileSync(`${cache}${maker}-${type}.mjs`)
    return `${text.length} (${gzipSync(text, { level: 9 }).length})`.padStart(18)
  })
  console.log([type.padEnd(20), ...cells].join(''))
}

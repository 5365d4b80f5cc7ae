import path from 'node:path'
import { validators } from '@tagwire/routing/validate'
import type { Problem } from '@tagwire/runtime/validate'
import { readSamples } from './read.js'

// Holds recorded payloads of the routing service to what the document says: `main.ts FOLDER`.

const folder = path.resolve(process.argv[2] ?? '../shared/samples/routing')
const table = new Map(Object.entries(validators))
const samples = readSamples(folder, validators)
const counts = { read: 0, 'no type': 0, tolerant: 0, strict: 0, 'without drift': 0 }
const found = { problems: new Map<string, string[]>(), drift: new Map<string, string[]>() }

for (const { file, type, value } of samples) {
  counts.read++
  const validator = type === undefined ? undefined : table.get(type)
  if (!type || !validator) {
    counts['no type']++
    console.log(`no type: ${file}`)
    continue
  }
  const problems = validator.check(value)
  const drift = validator.drift(value)
  if (problems.length === 0) counts.tolerant++
  if (validator.strict.is(value)) counts.strict++
  if (problems.length + drift.length === 0) counts['without drift']++
  note(found.problems, file, type, problems)
  note(found.drift, file, type, drift)
}

function note(into: Map<string, string[]>, file: string, type: string, list: readonly Problem[]) {
  for (const { path: at, message } of list) {
    const place = `${type}  ${at.replace(/\[\d+\]/g, '[]').replace(/\["[^"@]*"\]/g, '[*]')}  ${message}`
    into.set(place, [...(into.get(place) ?? []), file])
  }
}

for (const [what, places] of Object.entries(found)) {
  console.log(`\n${what}: ${places.size} places`)
  const sorted = [...places].sort(([, left], [, right]) => right.length - left.length)
  for (const [place, files] of sorted) {
    console.log(`${String(new Set(files).size).padStart(5)} files  ${place.slice(0, 150)}`)
  }
}
console.log(
  `\n${Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(' · ')}`,
)

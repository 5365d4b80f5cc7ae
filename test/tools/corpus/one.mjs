// Generates the package of one document in a process of its own, so that its memory and its crashes
// are its own, and without a loader, so that its time is its own too. Prints what report.ts calls Made.
import { generate, inspect } from 'tagwire'

const [spec, out] = process.argv.slice(2)
if (spec === undefined || out === undefined) throw new TypeError('one.mjs SPEC OUT')

const started = performance.now()
const config = { packages: { one: { spec, out, name: 'corpus-document' } } }
const result = await generate({ config })
const seconds = (performance.now() - started) / 1000
const mb = process.resourceUsage().maxRSS / 1024

const { model } = await inspect(spec)
const unions = { key: 0, property: 0, pair: 0, untagged: 0 }
const count = (shape) => {
  if (typeof shape !== 'object' || shape === null) return
  if ('kind' in shape && shape.kind === 'union' && 'tagging' in shape) {
    const { style } = shape.tagging
    unions[style === 'none' ? 'untagged' : style]++
  }
  for (const part of Object.values(shape)) count(part)
}
for (const declaration of model?.declarations ?? []) count(declaration.shape)

const [made] = result.packages
const report = {
  ok: result.ok,
  version: model ? `${model.document.language} ${model.document.version}` : '',
  operations: model?.operations.length ?? 0,
  types: model?.declarations.length ?? 0,
  unions,
  diagnostics: made?.diagnostics ?? [],
  seconds,
  mb,
}
process.stdout.write(JSON.stringify(report))

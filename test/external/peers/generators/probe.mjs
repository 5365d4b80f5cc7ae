// Checks the values with the types and validators of one generator.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { OPTIONS } from '../../bench/generate/check.mjs'
import { run } from '../../bench/generate/run.mjs'
import { values } from './values.mjs'

const tsc = path.resolve(
  import.meta.dirname,
  '../../bench/generate/node_modules/typescript/lib/tsc.js',
)

/** Whether each value can be assigned to the type, by its name. */
export async function compiled(peer, folder) {
  const probes = path.join(folder, 'probes')
  rmSync(probes, { recursive: true, force: true })
  mkdirSync(probes)
  const names = Object.keys(values)
  for (const [at, value] of Object.values(values).entries()) {
    const text = `${peer.operation}\nexport const value: Operation = ${JSON.stringify(value, null, 2)}\n`
    writeFileSync(path.join(probes, `value-${at}.ts`), text)
  }
  const config = path.join(folder, 'tsconfig.probes.json')
  writeFileSync(config, JSON.stringify({ compilerOptions: OPTIONS, include: ['probes'] }))
  const { output } = await run([tsc, '-p', config], { limitMs: 600_000, keep: Infinity })
  return Object.fromEntries(
    names.map((name, at) => [name, !new RegExp(`probes/value-${at}\\.ts\\(`).test(output)]),
  )
}

/** Whether the validator accepts each value, and whether it returns the swap unchanged. */
export async function validated({ validator }, folder) {
  if (!validator) return undefined
  const entry = path.join(folder, 'validator.mjs')
  const { accepts, gives, module, name } = validator
  writeFileSync(
    entry,
    `import { ${name} as it } from './${module}'
export const accepts = (value) => { const said = it.${accepts}(value); return said === true || said.success === true }
export const gives = (value) => ${gives ? `it.${gives}(value)` : 'value'}
`,
  )
  const out = path.join(folder, 'validator.bundle.mjs')
  writeFileSync(out, (await bundled(entry, false)).code)
  const program = await import(`${pathToFileURL(out)}?${Date.now()}`)
  const passed = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, program.accepts(structuredClone(value))]),
  )
  const whole =
    passed.swap && sorted(program.gives(structuredClone(values.swap))) === sorted(values.swap)
  return { passed, whole }
}

/** A program that makes one call, bundled, minified and in gzip; and the packages that it needs besides. */
export async function bundledCall({ call }, folder) {
  const entry = path.join(folder, 'call.mjs')
  writeFileSync(entry, `const input = globalThis.given\n${call}\n`)
  const { code, imports } = await bundled(entry, true)
  return { bytes: gzipSync(code, { level: 9 }).length, besides: imports }
}

async function bundled(input, minify) {
  const bundle = await rolldown({
    input,
    platform: 'browser',
    logLevel: 'silent',
    // kubb imports its client from the plugin.
    resolve: { conditionNames: ['browser', 'import', 'default'] },
  })
  const { output } = await bundle.generate({ format: 'esm', minify, codeSplitting: false })
  await bundle.close()
  return output[0]
}

function sorted(value) {
  return JSON.stringify(value, (_, each) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1)))
      : each,
  )
}

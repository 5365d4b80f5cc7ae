// The two documents as one schema each: what every validator here is made from.

import { fileURLToPath } from 'node:url'
import { loadDocument } from '../../../../generator/modules/source/document.js'

const repository = fileURLToPath(new URL('../../../../', import.meta.url))

/** All schemas of a document by name, with references between names only. */
export async function schemasOf(spec) {
  const document = await loadDocument(spec, repository)
  const components = document.root.value.components.schemas
  const base = { file: document.root.source.file, pointer: '/components/schemas' }
  const names = new Map()
  const nodes = Object.entries(components).map(([name, value]) => {
    const node = { value, source: { ...base, pointer: `${base.pointer}/${name}` } }
    const home = value.$ref ? document.follow(node) : node
    names.set(`${home.source.file}#${home.source.pointer}`, name)
    return [name, home]
  })
  return Object.fromEntries(nodes.map(([name, node]) => [name, rewritten(document, names, node)]))
}

const QUIET = new Set(['description', 'examples', 'example', 'default', 'deprecated'])

function rewritten(document, names, { value, source }) {
  if (Array.isArray(value)) {
    return value.map((each, index) =>
      rewritten(document, names, { value: each, source: below(source, String(index)) }),
    )
  }
  if (typeof value !== 'object' || value === null) return value
  if (typeof value.$ref === 'string') {
    const target = document.follow({ value, source })
    return {
      $ref: `#/components/schemas/${names.get(`${target.source.file}#${target.source.pointer}`)}`,
    }
  }
  const kept = Object.entries(value).filter(([key]) => !key.startsWith('x-') && !quiet(source, key))
  return Object.fromEntries(
    kept.map(([key, each]) => [
      key,
      rewritten(document, names, { value: each, source: below(source, key) }),
    ]),
  )
}

/** The keys of `properties` are names, and one of them may be `description`. */
function quiet({ pointer }, key) {
  return QUIET.has(key) && !pointer.endsWith('/properties')
}

function below({ file, pointer }, key) {
  return { file, pointer: `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}` }
}

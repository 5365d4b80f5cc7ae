import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it, vi } from 'vitest'
import { generatePackage } from '../../../generator/src/pipeline/generate-package.js'

type Templates = typeof import('../../../generator/src/emit/readme/template.js')

/** What each template was given. */
const given = vi.hoisted(() => new Map<string, object>())

vi.mock('../../../generator/src/emit/readme/template.js', async (original) => {
  const { renderTemplate } = await original<Templates>()
  return {
    renderTemplate: (name: string, view: object): string => {
      given.set(name, view)
      return renderTemplate(name, view)
    },
  }
})

const at = (name: string): string => fileURLToPath(new URL(`../../../${name}`, import.meta.url))

/** A missing name in `{{name}}` throws, but in a condition it silently drops the section. */
it('every condition of a README template is a fact that it is given', async () => {
  const identity = { name: '@test/facts', version: '1.0.0', runtime: '^1.0.0' }
  await generatePackage('openapi.yaml', at('spec/routing'), identity)
  await generatePackage('openrpc.yaml', at('spec/node-rpc'), identity)
  const templates = readdirSync(at('templates')).map((file) => file.replace(/\.hbs$/, ''))
  expect([...given.keys()].sort()).toEqual(templates.sort())
  for (const [name, view] of given) {
    const text = readFileSync(at(`templates/${name}.hbs`), 'utf8')
    const asked = [...text.matchAll(/\{\{#(?:if|unless|each) (\w+)\}\}/g)].map(([, fact]) => fact)
    expect([name, asked.filter((fact) => fact !== undefined && !(fact in view))]).toEqual([
      name,
      [],
    ])
  }
})

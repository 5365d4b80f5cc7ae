import { transformSync } from 'rolldown/utils'
import { expect } from 'vitest'
import { documentedPrograms } from '../programs.js'

/** A function of the guide on middleware, taken out of its text. */
export async function recipe<Make>(name: string): Promise<Make> {
  const found = documentedPrograms().filter(
    (each) =>
      each.name.startsWith('docs/guides/18-middleware.md') &&
      each.text.includes(`function ${name}(`),
  )
  expect(found).toHaveLength(1)
  const { code } = transformSync('recipe.ts', found[0]?.text ?? '')
  const module: unknown = await import(`data:text/javascript,${encodeURIComponent(code)}`)
  return Reflect.get(Object(module), name)
}

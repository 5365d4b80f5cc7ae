import { readFileSync } from 'node:fs'
import Handlebars from 'handlebars'

/**
 * Files whose outline is known before the document is read. A template gets finished strings and
 * flat lists, never the model: what is decided is decided in TypeScript.
 */
export function renderTemplate<View extends object>(name: string, view: View): string {
  const source = readFileSync(
    new URL(`../../../assets/templates/${name}.hbs`, import.meta.url),
    'utf8',
  )
  const template = Handlebars.compile<View>(source, {
    strict: true,
    noEscape: true,
    knownHelpersOnly: true,
  })
  return template(view)
}

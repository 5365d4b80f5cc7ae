import { readFileSync } from 'node:fs'
import Handlebars from 'handlebars'

/** Compiling a template takes longer than everything else for a small package, so it is done only once. */
const compiled = new Map<string, Handlebars.TemplateDelegate<object>>()

/**
 * Files with a fixed outline. A template gets finished strings and flat lists, never the model, so that all
 * decisions are made in TypeScript.
 */
export function renderTemplate(name: string, view: object): string {
  const template = compiled.get(name) ?? compile(name)
  return template(view)
}

function compile(name: string): Handlebars.TemplateDelegate<object> {
  const source = readFileSync(
    new URL(`../../../assets/templates/${name}.hbs`, import.meta.url),
    'utf8',
  )
  const template = Handlebars.compile<object>(source, {
    strict: true,
    noEscape: true,
    knownHelpersOnly: true,
  })
  compiled.set(name, template)
  return template
}

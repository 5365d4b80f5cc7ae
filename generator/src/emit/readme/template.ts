import { createRequire } from 'node:module'
import Handlebars from '#handlebars'
import { ownFile } from '../../own-files.js'

const require = createRequire(import.meta.url)

/** Compiled when the generator is built: that takes longer than everything else for a small package. */
const COMPILED: Readonly<Record<string, unknown>> = require(ownFile('assets/templates.cjs'))

const templates = new Map<string, (view: object) => string>()

/**
 * Files with a fixed outline (`templates/`). A template gets finished strings and flat lists, never the model, so that
 * all decisions are made in TypeScript.
 */
export function renderTemplate(name: string, view: object): string {
  const render = templates.get(name) ?? Handlebars.template(compiled(name))
  templates.set(name, render)
  return render(view)
}

function compiled(name: string): unknown {
  const found = COMPILED[name]
  if (found === undefined) throw new Error(`There is no templates/${name}.hbs.`)
  return found
}

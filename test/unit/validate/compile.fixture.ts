import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { RequestValidator } from '@tagwire/runtime/core'
import * as http from '@tagwire/runtime/http'
import * as union from '@tagwire/runtime/union'
import type { Validator } from '@tagwire/runtime/validate'
import * as validate from '@tagwire/runtime/validate'
import { transformSync } from 'rolldown/utils'
import type { Diagnostic } from '../../../generator/src/diagnostics/diagnostic.js'
import { emitRequestRules } from '../../../generator/src/emit/http/request-rules.js'
import { emitEnums } from '../../../generator/src/emit/types/enums.js'
import { printModule } from '../../../generator/src/emit/typescript/print.js'
import type { EmittedModule } from '../../../generator/src/emit/typescript/structures.js'
import { emitUnions } from '../../../generator/src/emit/unions/unions.js'
import { emitRequestChecks } from '../../../generator/src/emit/validate/request-checks.js'
import { emitValidate } from '../../../generator/src/emit/validate/validate.js'
import type { Model } from '../../../generator/src/model/model.js'
import { type ReadOptions, readModel } from '../../../generator/src/pipeline/read-model.js'
import type { Document } from '../../../generator/src/source/document.js'
import { packageView } from '../../../generator/src/view/package-view.js'

export interface Compiled {
  readonly diagnostics: readonly Diagnostic[]
  /** What was read. The model, as all that follows, is absent when the document has errors. */
  readonly read?: Document
  readonly model?: Model
  readonly text?: string
  readonly validators: Readonly<Record<string, Validator<unknown>>>
  readonly responseValidators: Readonly<Record<string, Validator<unknown>>>
  readonly requestValidators: Readonly<Record<string, RequestValidator>>
  /** The functions of the tagged unions. */
  readonly unions: Readonly<Record<string, (value: unknown) => unknown>>
}

/** Makes the validators of a document the way `generate` does, and loads what it wrote. */
export async function compile(document: unknown, options?: ReadOptions): Promise<Compiled> {
  const folder = mkdtempSync(path.join(tmpdir(), 'tagwire-validate-'))
  try {
    writeFileSync(path.join(folder, 'schema.json'), JSON.stringify(document))
    const { document: read, model, diagnostics } = await readModel('schema.json', folder, options)
    if (!model) {
      const none = { validators: {}, responseValidators: {}, requestValidators: {}, unions: {} }
      return { diagnostics, ...none }
    }
    return { diagnostics, read, model, ...(await compileModel(model)) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The same for a document that was read already. */
export async function compileModel(model: Model): Promise<Omit<Compiled, 'diagnostics'>> {
  const identity = { name: '@test/schema', version: '0', runtime: '*', document: 'schema.json' }
  const view = packageView(model, identity)
  const text = await printed(emitValidate(view))
  const enums = load(await printed(emitEnums(view)), () => union)
  const rules = load(await printed(emitRequestRules(view)), () => http)
  const checks = load(await printed(emitRequestChecks(view)), () => validate)
  const modules: Readonly<Record<string, unknown>> = {
    './enums.js': enums,
    './request-checks.js': checks,
    './rules.js': rules,
    '@tagwire/runtime/http': http,
  }
  const made = load(text, (name) => modules[name] ?? validate)
  const unions = load(await printed(emitUnions(view)), () => union)
  return {
    text,
    validators: tableIn(made, 'validators'),
    responseValidators: tableIn(made, 'responseValidators'),
    requestValidators: requestsIn(made),
    unions: { ...unions },
  }
}

async function printed(module: EmittedModule | undefined): Promise<string> {
  return module ? (await printModule(module)).text : ''
}

const IMPORT = /^import \{([^}]*)\} from ("[^"\n]*");$/gm
const EXPORT = /^export (const|function) ([\p{ID_Continue}$]+)/gmu

/** Types away, modules to functions: quicker than files, and there can be thousands. */
function load(text: string, resolve: (name: string) => unknown): object {
  const { code, errors } = transformSync('module.ts', text)
  const [error] = errors
  if (error) throw error
  const names = [...code.matchAll(EXPORT)].map(([, , name]) => name)
  const body = code
    .replace(
      IMPORT,
      (_, list: string, from) => `const {${list.replace(/ as /g, ': ')}} = resolve(${from})`,
    )
    .replace(EXPORT, '$1 $2')
  return new Function('resolve', `'use strict'\n${body}\nreturn { ${names.join(', ')} }`)(resolve)
}

function tableIn(module: object, name: string): Readonly<Record<string, Validator<unknown>>> {
  const table: unknown = Reflect.get(module, name)
  return isTable(table) ? table : {}
}

function requestsIn(module: object): Readonly<Record<string, RequestValidator>> {
  const table: unknown = Reflect.get(module, 'requestValidators')
  return isRequests(table) ? table : {}
}

function isRequests(value: unknown): value is Readonly<Record<string, RequestValidator>> {
  return typeof value === 'object' && value !== null
}

function isTable(value: unknown): value is Readonly<Record<string, Validator<unknown>>> {
  return typeof value === 'object' && value !== null
}

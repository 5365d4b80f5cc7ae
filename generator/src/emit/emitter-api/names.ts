import {
  asStringEnum,
  asTagged,
  type EnumNames,
  enumNames,
  type FallbackArms,
  fallbackArms,
  type UnionNames,
  unionNames,
} from '../../model/exported-names.js'
import type { Events, Paginator, Subscribing, Waiter } from '../../model/extensions.js'
import { streamsOnly } from '../../model/operations/contents.js'
import { inputForm } from '../../model/operations/inputs.js'
import type { Operation } from '../../model/operations/operation.js'
import type { Part } from '../../model/package-parts.js'
import type { PageNames } from '../../model/page-names.js'
import type { Declaration, Field, Shape } from '../../model/shapes/shape.js'
import {
  type ClientNames,
  clientNames,
  type MockNames,
  mockNames,
} from '../../view/client-names.js'
import { httpMethods } from '../../view/http/methods.js'
import type { LineView, PackageView } from '../../view/package-view.js'
import { subscribingMethods } from '../../view/rpc/described-subscriptions.js'
import { validatedRequests, validatorName } from '../../view/validate/validators.js'
import { clientDecodes } from '../decode/decoded-model.js'
import { createdClientName } from '../decode/decoded-output.js'
import { type Authentication, authenticationOf } from '../http/authentication.js'
import { dialectModule, HTTP, RPC } from '../runtime-entries.js'
import { hasRequestFacts } from './request-facts.js'

/** What a module of the package exports. `imports.type` and `imports.value` of a module import it. */
export interface Exported {
  readonly name: string
  readonly module: string
}

export interface DeclarationNames {
  /** The module that declares it: `./unions.js`. */
  readonly module: string
  /** The received type and the sent type; the same name if they do not differ. */
  readonly type: string
  readonly input: string
  /** An alias that contains itself without a record in between. */
  readonly recursive: boolean
  /** The name of its validator in `./validate.js`. Requires `needs: ['validate']`. */
  readonly validator: string
  /** Guards, `match…` and constructors of a tagged union. */
  readonly union?: UnionNames
  /** The arms of `match…` for unknown kinds. */
  readonly fallbackArms?: FallbackArms
  /** The list of values and the guard of a string enum. */
  readonly enumeration?: EnumNames
}

export interface OperationNames {
  /** The method of the client; absent if none returns a single response. */
  readonly method?: string
  /** The method of the client that returns a stream of items: the operation's own, or one beside it. */
  readonly stream?: string
  /** The first argument of the method; `none` if it only takes options. */
  readonly input: 'none' | 'body' | 'query' | 'params' | 'parts'
  /** Whether the first argument is required. */
  readonly required: boolean
  /** The properties of the first argument, if it is a record of parameters. */
  readonly fields?: readonly Field[]
  /** The body, if it is the first argument. */
  readonly body?: Shape
  /** The method that waits, and its settings (`x-tagwire-waiter`). */
  readonly waiter?: Waiter
  /** The method that reads all pages, and its settings (`x-tagwire-paginator`). */
  readonly paginator?: Paginator
  /** The events that the operation subscribes to (`x-tagwire-events`). */
  readonly events?: Events
  /** What the operation subscribes to (`x-tagwire-subscription`). */
  readonly subscription?: Subscribing
}

/** The names in the package and its other modules. */
export interface EmitterNames {
  /** The npm name of the package. */
  readonly package: string
  /** The parts of the package. */
  readonly parts: readonly Part[]
  /** The exports of `./client.js`. Requires `needs: ['client']`. */
  readonly client: ClientNames
  /** The type of the client that `client.create` returns: with `dates: 'date'`, its times are a `Date`. */
  readonly createdClient: string
  /**
   * Whether methods of the client return decoded values, such as a `Date`: never, if its caller asks for it, or always.
   */
  readonly decodes: 'never' | 'on demand' | 'always'
  /** The exports of `./mock.js`. Requires `needs: ['mock']`. */
  readonly mock: MockNames
  /** The package whose `./world` has the sample data of the mock, if it is not this one. */
  readonly worldPackage?: string
  /** The table of descriptors, `operations` or `methods`, and its module. */
  readonly table: Exported
  /**
   * The table of `./validate.js` that validates requests before they are sent; absent if the document
   * has nothing to validate. Requires `needs: ['validate']`.
   */
  readonly requestValidators?: Exported
  /**
   * The table of a module inside the package that says how the requests of each operation are read and checked, for
   * servers and mocks: `RequestFacts` of `@tagwire/runtime/server` by operation. Absent if there is nothing to say, as for
   * operations without an input that respond with JSON. For JSON-RPC, `RpcCallFacts` by method.
   */
  readonly requestFacts?: Exported
  /** Entry points for other lines of the document, such as other releases: `{ name: '0.40', title, note }`. */
  readonly lines: readonly LineView[]
  /** How callers give the credentials of each security scheme to the client. */
  readonly authentication: readonly Authentication[]
  /** The entry of the runtime that the client uses: `@tagwire/runtime/http`. */
  readonly runtime: string
  readonly operation: (operation: Operation) => OperationNames
  /** The page of an operation or a declaration, with its address if the configuration has a `site`. */
  readonly page: (described: Operation | Declaration) => PageNames | undefined
  /** `undefined` if the model has no declaration with that name. */
  readonly declaration: (name: string) => DeclarationNames | undefined
}

export function emitterNames(view: PackageView): EmitterNames {
  const declarations = new Map(view.model.declarations.map((each) => [each.name, each]))
  const isHttp = view.model.document.language === 'openapi'
  const table = isHttp ? 'operations' : 'methods'
  const methods = isHttp ? httpMethods(view.model.operations) : []
  const streams = new Map(
    methods.flatMap(({ name, operation, stream }) => (stream ? [[operation.name, name]] : [])),
  )
  const hidden = subscribingMethods(view.model)
  return Object.freeze({
    package: view.name,
    parts: Object.freeze([...view.parts]),
    client: Object.freeze(clientNames(view.clientName)),
    createdClient: createdClientName(view),
    decodes: clientDecodes(view),
    mock: Object.freeze(mockNames(view.clientName)),
    ...(view.worldPackage === undefined ? {} : { worldPackage: view.worldPackage }),
    table: Object.freeze({ name: table, module: `./${table}.js` }),
    ...(hasRequestValidators(view) ? { requestValidators: validated('requestValidators') } : {}),
    ...(view.model.operations.some(hasRequestFacts) ? { requestFacts: REQUEST_FACTS } : {}),
    lines: Object.freeze(view.lines.map((each) => Object.freeze({ ...each }))),
    authentication: Object.freeze([...authenticationOf(view.model)]),
    runtime: isHttp ? HTTP : (dialectModule(view.model) ?? RPC),
    operation: (operation: Operation) => {
      const isHidden = hidden.has(operation.id)
      return operationNames(operation, streams.get(operation.name), isHidden)
    },
    page: view.pageOf,
    declaration: (name: string) => {
      const found = declarations.get(name)
      return found && declarationNames(view, found)
    },
  })
}

/** The module is only emitted if another one imports it. */
export const REQUEST_FACTS: Exported = Object.freeze({
  name: 'requestFacts',
  module: './request-facts.js',
})

function validated(name: string): Exported {
  return Object.freeze({ name, module: './validate.js' })
}

function hasRequestValidators(view: PackageView): boolean {
  const { parts, model } = view
  // Without declarations there is no `./validate`.
  if (!parts.has('validate') || model.declarations.length === 0) return false
  return validatedRequests(view).length > 0
}

function declarationNames(view: PackageView, declaration: Declaration): DeclarationNames {
  const { name } = declaration
  const tagged = asTagged(declaration)
  const listed = asStringEnum(declaration)
  return {
    module: `./${view.homeOf(name) ?? 'types'}.js`,
    type: name,
    input: view.inputTypeNames.get(name) ?? name,
    recursive: view.recursive.has(name),
    validator: validatorName(name),
    ...(tagged ? { union: unionNames(tagged), fallbackArms: fallbackArms(tagged.shape) } : {}),
    ...(listed ? { enumeration: enumNames(listed) } : {}),
  }
}

/** A hidden operation is only called by the client itself. */
function operationNames(
  operation: Operation,
  stream: string | undefined,
  isHidden: boolean,
): OperationNames {
  const { name, extensions } = operation
  const input = inputForm(operation)
  const { waiter, paginator, events, subscription } = extensions
  return {
    ...(answersOnce(operation) && !isHidden ? { method: name } : {}),
    ...(stream === undefined ? {} : { stream }),
    input: input.form,
    required: input.form !== 'none' && input.required,
    ...('fields' in input ? { fields: input.fields } : {}),
    ...(input.form === 'body' ? { body: input.shape } : {}),
    ...(waiter ? { waiter } : {}),
    ...(paginator ? { paginator } : {}),
    ...(events ? { events } : {}),
    ...(subscription ? { subscription } : {}),
  }
}

/** Streams and subscriptions do not return a single response. */
function answersOnce(operation: Operation): boolean {
  const { transports, events, subscription } = operation.extensions
  const isLive = transports?.every((each) => each === 'websocket') ?? false
  return !streamsOnly(operation) && !isLive && !events && !subscription
}

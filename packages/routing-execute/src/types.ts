import type {
  MsgsRequest,
  Route,
  RouteRequest,
  RoutingClient,
  StatusTxResponse,
} from '@tagwire/routing'

/** The calls of `@tagwire/routing` that are needed here. */
export type Routing = Pick<
  RoutingClient,
  'route' | 'msgs' | 'balances' | 'submit' | 'track' | 'waitForStatus' | 'trackAndWait'
>

/** An amount in the smallest unit. */
export interface Coin {
  readonly denom: string
  readonly amount: string
}

/** What nobody has checked: show it before something is signed. */
export interface Unchecked {
  /** A JSON pointer into the response of `msgs`. */
  readonly pointer: string
  readonly what: string
}

/** What keeps a transaction from being signed. */
export interface Finding {
  /** A JSON pointer into the response of `msgs`, or into the route. */
  readonly pointer: string
  /** Index of the operation in the route, if the finding is about one. */
  readonly operation?: number
  readonly message: string
}

interface Planned {
  readonly chain_id: string
  /** Signs and pays. */
  readonly signer: string
  /** Kinds of the operations that it carries out: `['transfer', 'swap']`. */
  readonly operations: readonly string[]
  /** What it takes from the signer, without gas. */
  readonly spends: readonly Coin[]
  readonly unchecked: readonly Unchecked[]
  /** When its quote expires, in milliseconds. */
  readonly expires?: number
}

/** A message of a Cosmos transaction, as the service wrote it. */
export interface CosmosMessage {
  readonly msg_type_url: string
  /** JSON with integers that a `number` cannot hold: read it with `parseExactJson` of `@tagwire/routing`. */
  readonly msg: string
}

export interface PlannedCosmosTx extends Planned {
  readonly family: 'cosmos'
  readonly msgs: readonly CosmosMessage[]
}

export interface Approval {
  readonly token: string
  readonly spender: string
  readonly amount: string
}

/** A call of a contract; `data` begins with `0x`, `value` is decimal. */
export interface EvmCall {
  readonly to: string
  readonly data: string
  readonly value: string
}

export interface PlannedEvmTx extends Planned, EvmCall {
  readonly family: 'evm'
  readonly approvals: readonly Approval[]
}

export interface PlannedSvmTx extends Planned {
  readonly family: 'svm'
  /** The unsigned or partially signed transaction, in base64. */
  readonly tx: string
}

export type PlannedTx = PlannedCosmosTx | PlannedEvmTx | PlannedSvmTx

/** What was asked for. It is kept, so that what is not sent can be planned again. */
export interface PlanOptions {
  /** Your address on each chain of `required_chain_addresses`. */
  readonly addresses: Readonly<Record<string, string>>
  /** The most that may be lost to slippage, in percent. @default 1 */
  readonly slippage?: number
  /** Who pays for a Solana transaction, if not the signer. */
  readonly feePayer?: string
  /**
   * Contracts that you know, by chain: on such a chain, any other one that a transaction calls is a finding. Needed for
   * approvals whose spender the route does not name: swaps, Go Fast and CCTP of tokens on an EVM chain.
   */
  readonly contracts?: Readonly<Record<string, readonly string[]>>
  /** More of the request of `msgs`: `chain_ids_to_affiliates`, `post_route_handler`, `timeout_seconds`, … */
  readonly request?: Partial<MsgsRequest>
  /** What you asked `route` for beside assets and amounts, for when a quote expires: `bridges`, `swap_venues`, … */
  readonly routeRequest?: Partial<RouteRequest>
}

/** Plain JSON. */
export interface Plan {
  /** Of what is not sent yet, if it was planned again. */
  readonly route: Route
  /** Where the funds were before the first transaction. */
  readonly origin: { readonly chain_id: string; readonly denom: string }
  readonly options: PlanOptions
  /** The least that arrives. */
  readonly min_amount_out: string
  /** The least of the first plan, if this one was planned again: it never gives less. */
  readonly agreed?: string
  readonly transactions: readonly PlannedTx[]
}

/** `waiting` until it is signed; `signing` and `sent` are the two of which a crash leaves something to find out. */
export type SendState = 'waiting' | 'signing' | 'signed' | 'sent' | 'success' | 'failure'

/** What has happened to one transaction. */
export interface Sent {
  readonly state: SendState
  /** EVM: the nonce that it has, whatever happens. */
  readonly nonce?: number
  /** Cosmos and Solana: what was signed, in base64. It cannot be executed twice. */
  readonly signed?: string
  readonly hash?: string
  /** EVM: an approval, which is mined before the transaction itself is signed. */
  readonly approval?: EvmCall
  readonly release?: Funds
}

/** Plain JSON, without keys and credentials; whoever has it can send what was signed, and nothing else. */
export interface Journal {
  readonly version: 1
  /** One higher each time: a store may refuse to go back. */
  readonly revision: number
  readonly plan: Plan
  /** By transaction of the plan. */
  readonly sent: readonly Sent[]
  /** Set when nothing is left to do. */
  readonly result?: FinalResult
}

/** Where funds are. */
export interface Funds {
  readonly chain_id: string
  readonly denom: string
  /** Absent if nobody knows. */
  readonly amount?: string
  /** Yours on that chain. */
  readonly address?: string
  /** False until they can be spent. */
  readonly released: boolean
}

export interface Missing extends Coin {
  readonly chain_id: string
  readonly available: string
}

/**
 * Why an execution ended other than with success:
 * - `status`: the service says how it ended
 * - `refused`: the service or its node did not take the transaction, and does not know it
 * - `reverted`: it was executed, and failed
 * - `replaced`: another transaction has its nonce
 * - `expired`: it, or its quote, can no longer be used
 * - `elsewhere`: it went well, but the funds are not where the next transaction, or the route, needs them
 * - `missing-funds`: found out before the first signature
 * - `changed`: what was planned again gives less than what was agreed to first
 * - `unknown`: nobody can say how it ended
 * - `aborted`: by your signal
 * - `wallet`: a callback of the wallet failed
 * - `journal`: a save failed
 * - `approval`: `approve` or the wallet said no
 */
export type Reason =
  | 'status'
  | 'refused'
  | 'reverted'
  | 'replaced'
  | 'expired'
  | 'elsewhere'
  | 'missing-funds'
  | 'changed'
  | 'unknown'
  | 'aborted'
  | 'wallet'
  | 'journal'
  | 'approval'

export interface FinalResult {
  readonly outcome: 'success' | 'failure' | 'partial'
  readonly reason?: Reason
  /** The transaction that decided it, by its index in the plan. */
  readonly index: number
  /** Where the funds are. */
  readonly funds?: Funds
  readonly missing?: readonly Missing[]
}

export interface OpenResult {
  /** `resumeExecution(journal, …)` goes on with both. */
  readonly outcome: 'given-up' | 'rejected'
  readonly reason: Reason
  readonly index: number
  /** Where the funds are, after earlier transactions. */
  readonly funds?: Funds
  /** What to do next. */
  readonly resume: string
}

export type ExecutionResult = (FinalResult | OpenResult) & {
  readonly journal: Journal
  readonly hashes: readonly (string | undefined)[]
  /** What was thrown, or the last status. It is not in the journal. */
  readonly cause?: unknown
}

export interface Estimate {
  /** Given to the wallet when it signs. */
  readonly gas?: string
  /** Compared with balances before the first signature, by the denoms of the service: `uatom`, `ethereum-native`. */
  readonly fee: readonly Coin[]
}

export interface CosmosWallet {
  /** Signs, and returns the bytes of `TxRaw`. It must not send them. */
  sign(tx: PlannedCosmosTx, estimate?: Estimate): Promise<Uint8Array>
  estimate?(tx: PlannedCosmosTx): Promise<Estimate>
  /** Asked when the service cannot say. */
  findTransaction?(sent: SentBytes): Promise<FoundByHash | undefined>
}

export interface SvmWallet {
  /** Signs, and returns the bytes of the transaction. It must not send them. */
  sign(tx: PlannedSvmTx, estimate?: Estimate): Promise<Uint8Array>
  estimate?(tx: PlannedSvmTx): Promise<Estimate>
  findTransaction?(sent: SentBytes): Promise<FoundByHash | undefined>
}

/** What was sent; its bytes say until when it can be executed. */
export interface SentBytes {
  readonly chain_id: string
  readonly hash: string
  /** In base64. */
  readonly signed: string
}

export interface FoundByHash {
  /** `expired`: no block contains it, and none ever will. */
  readonly state: 'success' | 'failure' | 'pending' | 'expired'
}

/** The transaction that has a nonce. Without `to`, `data` and `value`, nobody knows which one that is. */
export interface FoundByNonce extends Partial<EvmCall> {
  readonly hash?: string
  readonly state: 'success' | 'failure' | 'pending'
}

export interface EvmRequest extends EvmCall {
  readonly chain_id: string
  readonly from: string
  readonly nonce: number
  readonly gas?: string
}

export interface EvmWallet {
  /** The nonce of the next transaction of an address, after those in blocks and in the pool. */
  nonce(account: { chain_id: string; address: string }): Promise<number>
  allowance(of: {
    chain_id: string
    token: string
    owner: string
    spender: string
  }): Promise<bigint | string>
  /**
   * Signs for `from` and sends with exactly this nonce, and returns the hash. If the user said no, it rejects with a
   * `code` of 4001.
   */
  send(tx: EvmRequest): Promise<string>
  /**
   * Decides after a crash: the transaction of an address with a nonce, whether in a block or in the pool. `undefined`
   * if the nonce is free. A transaction counts as `success` or `failure` once it has as many confirmations as you want.
   */
  findTransaction(of: {
    chain_id: string
    from: string
    nonce: number
    hash?: string
  }): Promise<FoundByNonce | undefined>
  /** Also called for approvals; rejects if the call would fail. */
  estimate?(call: EvmCall & { chain_id: string; signer: string }): Promise<Estimate>
}

export interface ApprovalRequest {
  readonly index: number
  readonly transaction: PlannedTx
  readonly plan: Plan
  /** What could not be checked, of this transaction. */
  readonly unchecked: readonly Unchecked[]
  readonly plannedAgain: boolean
}

/** Each has the index of its transaction and, once there is one, its hash. */
export interface ExecutionEvent {
  readonly type:
    | 'approving'
    | 'allowance'
    | 'signing'
    | 'signed'
    | 'sent'
    | 'status'
    | 'done'
    | 'planned-again'
    | 'balances-unknown'
  readonly index: number
  readonly chain_id: string
  readonly hash?: string
  readonly status?: StatusTxResponse
  /** Of `balances-unknown`: what the service has no balance of. */
  readonly denom?: string
}

export interface Callbacks {
  /** Saves the journal. Nothing risky happens before it resolves; if it rejects, nothing more happens. */
  readonly journal: { save(journal: Journal): void | Promise<void> }
  /** Needed if the plan was read from JSON. */
  readonly routing?: Routing
  readonly cosmos?: CosmosWallet
  readonly evm?: EvmWallet
  readonly svm?: SvmWallet
  /** Called before each transaction is signed, with what could not be checked. */
  readonly approve: (request: ApprovalRequest) => boolean | Promise<boolean>
  /** That it throws or rejects is ignored. */
  readonly onUpdate?: (event: ExecutionEvent) => void
  readonly signal?: AbortSignal
  /** For each transaction, from when it is sent. @default 3600000 */
  readonly timeoutMs?: number
  /** Between questions to the service and to the wallet. @default 2000 */
  readonly intervalMs?: number
}

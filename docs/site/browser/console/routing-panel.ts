import { isApiError } from '@tagwire/routing'
import { codeBlock, element, failure, labelled, printed, section } from './elements.js'
import { headings } from './headings.js'
import { outcome } from './outcome.js'
import { callProgram, run, statusProgram } from './programs.js'
import { type Travelled, whileRecording } from './recorder.js'
import { statusList } from './status-list.js'

/** An operation, and an input to begin with. */
export interface ListedOperation {
  readonly name: string
  readonly summary: string
  readonly input: unknown
}

/** The generated client, running in the page. */
export function routingPanel(operations: readonly ListedOperation[]): HTMLElement {
  const address = element('input', {
    type: 'url',
    placeholder: 'Empty: the sandbox in this page, offline',
    spellcheck: 'false',
  })
  const choice = element(
    'select',
    {},
    ...operations.map(({ name, summary }) =>
      element('option', { value: name }, summary === '' ? name : `${name}: ${summary}`),
    ),
  )
  choice.value = 'route'
  const input = element('textarea', { rows: '9', spellcheck: 'false' })
  const send = element('button', { type: 'submit' }, 'Call')
  const follow = element('button', { type: 'button' }, 'Follow its status')
  const output = element('div', { 'aria-live': 'polite', class: 'output' })
  let stop: AbortController | undefined

  const showInput = (): void => {
    const chosen = operations.find(({ name }) => name === choice.value)
    input.value = printed(chosen?.input ?? {})
    follow.hidden = choice.value !== 'status'
  }
  choice.addEventListener('change', showInput)
  showInput()

  /** One thing at a time: what is shown belongs to one program. */
  const busy = async (work: () => Promise<void>): Promise<void> => {
    send.disabled = true
    try {
      await work()
    } catch (error) {
      output.replaceChildren(failure(error))
    } finally {
      send.disabled = false
    }
  }

  const call = async (): Promise<void> => {
    const program = callProgram(choice.value, input.value, address.value)
    const travelled: Travelled[] = []
    const show = (each: Travelled): void => void travelled.push(each)
    const ran = await whileRecording(show, () => run(program)).catch((error: unknown) => ({
      error,
    }))
    output.replaceChildren(
      ...('error' in ran ? [refusal(ran.error)] : outcome(choice.value, ran.answer)),
      section(headings.program, codeBlock(program, 'ts')),
      ...travelled.flatMap(({ answer, request }, at) => {
        const place = travelled.length > 1 ? `, try ${at + 1}` : ''
        return [
          section(`${headings.request}${place}`, codeBlock(request, 'http')),
          section(`${headings.response}${place}`, codeBlock(answer, 'http')),
        ]
      }),
    )
  }

  const followStatus = async (): Promise<void> => {
    const program = statusProgram(input.value, address.value)
    const list = statusList()
    output.replaceChildren(
      section('Its status, as it changes', list.element),
      section(headings.program, codeBlock(program, 'ts')),
    )
    try {
      const ran = await run(program)
      if (ran.stop instanceof AbortController) stop = ran.stop
      follow.textContent = 'Stop'
      await list.show(ran.updates)
    } catch (error) {
      if (!stop?.signal.aborted) output.prepend(refusal(error))
    } finally {
      stop = undefined
      follow.textContent = 'Follow its status'
    }
  }

  const form = element(
    'form',
    {},
    labelled('Address', address),
    labelled('Operation', choice),
    labelled('Input', input),
    element('p', { class: 'buttons' }, send, follow),
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void busy(call)
  })
  follow.addEventListener('click', () => {
    if (stop) stop.abort()
    else void busy(followStatus)
  })
  return element('div', { class: 'panel' }, form, output)
}

function refusal(error: unknown): HTMLElement {
  return isApiError(error) ? failure(error, codeBlock(printed(error.body), 'json')) : failure(error)
}

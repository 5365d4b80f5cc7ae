import { describe, expect, it } from 'vitest'
import {
  isErrorNamed,
  isTimeoutError,
  isTransportError,
  TimeoutError,
  TransportError,
} from '../../../../packages/runtime/src/core/index.js'

describe('errors', () => {
  it('have their name in the stack, their members, and a cause only where there is one', () => {
    const error = new TransportError('gone', { status: 502, cause: 1 })
    expect(error.stack).toMatch(/^TransportError: gone\n/)
    expect(error).toMatchObject({ status: 502, fault: 'network', cause: 1 })
    expect(error).toBeInstanceOf(Error)
    expect(Object.keys(error)).not.toContain('cause')
    expect(new TransportError('gone')).not.toHaveProperty('cause')
  })

  it('can be extended by classes with a field for the name', () => {
    // What `class Gone extends TransportError { name = 'Gone' }` does; types refuse a field where there is a getter.
    class Gone extends TransportError {
      constructor(message: string) {
        super(message)
        Object.defineProperty(this, 'name', {
          value: 'Gone',
          writable: true,
          enumerable: true,
          configurable: true,
        })
      }
    }
    expect(String(new Gone('over'))).toBe('Gone: over')
  })

  it('are known by another copy of the package, and others of the same name are not', () => {
    class TransportErrorOfAnotherCopy extends Error {
      override name = 'TransportError'
    }
    const other = new TransportErrorOfAnotherCopy()
    expect(isTransportError(other)).toBe(false)
    Object.defineProperty(other, Symbol.for('tagwire.error'), { value: true })
    expect(isTransportError(other)).toBe(true)
    expect(isTimeoutError(new DOMException('late', 'TimeoutError'))).toBe(false)
    expect(isTimeoutError(new TimeoutError('late', { timeoutMs: 1 }))).toBe(true)
    for (const value of [null, undefined, 1, 'TransportError', {}]) {
      expect(isErrorNamed(value, 'TransportError')).toBe(false)
    }
  })
})

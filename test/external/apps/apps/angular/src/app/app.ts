import { Component, signal } from '@angular/core'
import { check } from '../program'

@Component({ selector: 'app-root', template: `<p>{{ answer() }}</p>` })
export class App {
  protected readonly answer = signal('')

  constructor() {
    check().then((answer) => this.answer.set(answer))
  }
}

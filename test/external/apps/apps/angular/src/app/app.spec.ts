import { TestBed } from '@angular/core/testing'
import { App } from './app'

describe('App', () => {
  it('shows what the shop answers', async () => {
    await TestBed.configureTestingModule({ imports: [App] }).compileComponents()
    const fixture = TestBed.createComponent(App)
    await vi.waitFor(() => {
      fixture.detectChanges()
      const shown: HTMLElement = fixture.nativeElement
      expect(shown.textContent).toBe('o-1: card 4242, 1 problem')
    })
  })
})

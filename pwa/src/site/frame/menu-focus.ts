// The script of the menu: traps the focus in the open menu, closes the menu after a choice, and opens and closes it in
// browsers without the `command` attribute.

const FOCUSABLE = 'a[href], button'

export function initMenu(): void {
  const menu = document.querySelector('dialog')
  if (menu === null) return
  menu.addEventListener('keydown', (event) => {
    if (event.key === 'Tab') trapTab(menu, event)
  })
  menu.addEventListener('click', (event) => {
    // Close on links too: a link to an anchor of this page loads no page, so the menu would stay open.
    if (event.target === menu || (event.target instanceof Element && event.target.closest('a') !== null))
      menu.close()
  })
  // From this width on the bar shows the links, so the menu has no button.
  matchMedia('(min-width: 48rem)').addEventListener('change', () => menu.close())
  if (!('command' in HTMLButtonElement.prototype)) openWithoutCommand(menu)
}

/** At the last control, moves the focus to the first one, and back. The browser would move it to its own toolbar. */
function trapTab(menu: HTMLDialogElement, event: KeyboardEvent): void {
  const controls = [...menu.querySelectorAll<HTMLElement>(FOCUSABLE)]
  const [end, start] = event.shiftKey ? [controls[0], controls.at(-1)] : [controls.at(-1), controls[0]]
  if (document.activeElement !== end) return
  event.preventDefault()
  start?.focus()
}

function openWithoutCommand(menu: HTMLDialogElement): void {
  for (const button of document.querySelectorAll(`[commandfor="${menu.id}"]`)) {
    button.addEventListener('click', () =>
      button.getAttribute('command') === 'close' ? menu.close() : menu.showModal(),
    )
  }
}

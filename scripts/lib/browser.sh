# shellcheck shell=bash
# Finds a Chromium or Chrome.

# Prints the browser's path, or nothing. CHROMIUM decides when it is set. The one without a window of its own comes
# first: it draws no frame around each page, which is half of what the browser tests cost.
browser_program() {
  local candidate
  for candidate in "${CHROMIUM:-}" chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable \
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome" \
    /Applications/Chromium.app/Contents/MacOS/Chromium; do
    # Asked for its version, because Ubuntu's package may leave a stub that only says where to get the browser.
    if [ -n "$candidate" ] && command -v "$candidate" >/dev/null && "$candidate" --version >/dev/null 2>&1; then
      command -v "$candidate"
      return
    fi
  done
}

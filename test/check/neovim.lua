-- What a person does in Neovim with the language server: opens a file, reads the diagnostics, asks for the quick fix, takes
-- the repair, saves. Writes what was seen as JSON. Arguments: INTERLOPER and SEEN in the environment; runs in the project.
local seen, file = { titles = {} }, 'a.js'
local function wait_for(what, fits)
  if not vim.wait(20000, fits, 20) then
    seen.missing = what
    vim.fn.writefile({ vim.fn.json_encode(seen) }, vim.env.SEEN)
    vim.cmd('cquit')
  end
end
local function told()
  return vim.tbl_map(function(each)
    return { code = each.code or each.user_data.lsp.code, line = each.lnum, source = each.source, severity = each.severity }
  end, vim.diagnostic.get(0))
end

vim.cmd('edit ' .. file)
local id = vim.lsp.start_client({ name = 'interloper', cmd = { vim.env.INTERLOPER, 'lsp' }, root_dir = vim.fn.getcwd() })
vim.lsp.buf_attach_client(0, id)
wait_for('diagnostics', function() return #told() > 0 end)
seen.before = told()

vim.ui.select = function(items, options, choose)
  for _, item in ipairs(items) do seen.titles[#seen.titles + 1] = (options.format_item(item)) end
  choose(items[1], 1)
end
vim.api.nvim_win_set_cursor(0, { seen.before[1].line + 1, 0 })
vim.lsp.buf.code_action()
wait_for('the repair', function() return #told() == 0 and #seen.titles > 0 end)
vim.cmd('write')
seen.after = #told()
vim.lsp.stop_client(id)
wait_for('the end of the server', function() return vim.lsp.client_is_stopped(id) end)
vim.fn.writefile({ vim.fn.json_encode(seen) }, vim.env.SEEN)
vim.cmd('quitall')

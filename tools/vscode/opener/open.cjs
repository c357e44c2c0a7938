/** Opens a file of the folder that is open: the one that `npm start` names in the environment. */
const vscode = require("vscode");

exports.activate = async () => {
  const folder = vscode.workspace.workspaceFolders?.[0];
  const name = process.env.BITSCOPE_FIRST;
  if (folder && name) await vscode.commands.executeCommand("vscode.open", vscode.Uri.joinPath(folder.uri, name));
};

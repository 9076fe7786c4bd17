import type { Act } from './act.ts';
import { removeAction, removeTemplate, saveAction, saveTemplate } from './action-editor.ts';
import { listWebhooks, removeWebhook, rotateWebhook, setActionPermission } from './actions.ts';
import { listAgents, setAgent } from './agents.ts';
import { decideApproval, getApproval, linkToApproval, listApprovals } from './approvals.ts';
import {
  assistantModels,
  assistantStatus,
  changeConversation,
  continueConversation,
  exportConversation,
  listConversations,
  removeConversation,
  sendMessage,
  showConversation,
  startConversation,
  stopConversation,
} from './assistant.ts';
import { countAudit, exportAudit, queryAudit, verifyAudit } from './audit.ts';
import { listCalls } from './calls.ts';
import { clientSetups } from './clients.ts';
import { explain } from './explain.ts';
import { listHostFiles, listHostOwners } from './host-files.ts';
import {
  addHost,
  answerHostQuestion,
  forgetHost,
  listHostQuestions,
  listHosts,
  showHostKey,
  testHost,
  trustHost,
} from './hosts.ts';
import {
  addKnowledge,
  knowledgeStatus,
  reindexKnowledge,
  removeKnowledge,
  searchKnowledge,
} from './knowledge.ts';
import { createPageLink, endPageSession, listPageSessions } from './page.ts';
import { listProcesses, showProcessOutput, stopProcess, typeIntoProcess } from './processes.ts';
import { runProjectScript, showProject } from './project-view.ts';
import { addProject, listProjects, removeProject } from './projects.ts';
import { addRule, listRules, removeRule } from './rules.ts';
import { listSecrets, removeSecret, setSecret } from './secrets.ts';
import { getSettings, setSettings } from './settings.ts';
import { status, tools } from './status.ts';
import { createToken, listTokens, revokeToken } from './tokens.ts';
import { listActions, listDeliveries, openWebhook, sendWebhook } from './webhook-deliveries.ts';
import { checkWorkflow, removeWorkflow, saveWorkflow } from './workflow-editor.ts';
import { listTemplates, rerunFailed, runAction, runWorkflow } from './workflow-runs.ts';
import {
  answerStep,
  cancelExecution,
  disableWorkflow,
  enableWorkflow,
  exposeWorkflow,
  listExecutions,
  listWorkflows,
  sendEvent,
  showExecution,
  showLogs,
  showWorkflow,
} from './workflows.ts';

/** Everything people do and agents cannot: one line for each subject. */
export const ACTS: readonly Act[] = [
  ...[status, tools],
  ...[listApprovals, getApproval, decideApproval, linkToApproval],
  ...[listAgents, setAgent],
  ...[listRules, addRule, removeRule],
  ...[createPageLink, listPageSessions, endPageSession],
  ...[listTokens, createToken, revokeToken],
  ...[clientSetups, showProject, runProjectScript],
  ...[listProjects, addProject, removeProject],
  ...[
    listHosts,
    testHost,
    showHostKey,
    trustHost,
    forgetHost,
    addHost,
    listHostQuestions,
    answerHostQuestion,
  ],
  ...[listHostOwners, listHostFiles],
  ...[addKnowledge, knowledgeStatus, searchKnowledge, removeKnowledge, reindexKnowledge],
  ...[queryAudit, countAudit, verifyAudit, exportAudit],
  ...[listCalls, explain],
  ...[listProcesses, showProcessOutput, typeIntoProcess, stopProcess],
  ...[getSettings, setSettings],
  ...[listSecrets, setSecret, removeSecret],
  ...[listWorkflows, showWorkflow, enableWorkflow, disableWorkflow, exposeWorkflow],
  ...[listExecutions, showExecution, showLogs, cancelExecution, answerStep, sendEvent],
  ...[assistantStatus, assistantModels, listConversations, showConversation, exportConversation],
  ...[startConversation, sendMessage, continueConversation, stopConversation],
  ...[changeConversation, removeConversation],
  ...[setActionPermission, listWebhooks, rotateWebhook, removeWebhook],
  ...[checkWorkflow, saveWorkflow, removeWorkflow, runWorkflow, rerunFailed],
  ...[saveAction, removeAction, saveTemplate, removeTemplate],
  ...[listActions, runAction, listTemplates, openWebhook, sendWebhook, listDeliveries],
];

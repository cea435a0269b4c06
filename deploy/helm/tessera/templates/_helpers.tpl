{{- define "tessera.name" -}}
{{- if contains .Chart.Name .Release.Name -}}
{{ .Release.Name | trunc 52 | trimSuffix "-" }}
{{- else -}}
{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 52 | trimSuffix "-" }}
{{- end -}}
{{- end }}

{{- define "tessera.image" -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}
{{- end }}

{{- define "tessera.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/component: server
{{- end }}

{{- define "tessera.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
app.kubernetes.io/version: {{ .Values.image.tag | default .Chart.AppVersion | quote }}
app.kubernetes.io/part-of: tessera
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{/* What servers and migrations share: no privileges, no writable code, no token of the cluster. */}}
{{- define "tessera.podSecurity" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile:
    type: RuntimeDefault
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- define "tessera.containerSecurity" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
{{- end }}

{{- define "tessera.environment" -}}
env:
  - name: TESSERA_MODE
    value: live
  - name: HOST
    value: 0.0.0.0
  - name: PORT
    value: "4300"
  - name: DATA_DIR
    value: /var/lib/tessera
  - name: DRAIN_SECONDS
    value: {{ .Values.drainSeconds | quote }}
  - name: TESSERA_KEY_FILE
    value: /run/secrets/tessera/tessera.key
  {{- range $name, $value := .Values.settings }}
  - name: {{ $name }}
    value: {{ $value | quote }}
  {{- end }}
{{- end }}

{{- define "tessera.mounts" -}}
- name: data
  mountPath: /var/lib/tessera
- name: temporary
  mountPath: /tmp
- name: key
  mountPath: /run/secrets/tessera
  readOnly: true
{{- if .Values.secrets.databaseAuthority }}
- name: database-authority
  mountPath: /run/secrets/tessera-ca
  readOnly: true
{{- end }}
{{- end }}

{{- define "tessera.volumes" -}}
- name: data
  emptyDir: {}
- name: temporary
  emptyDir: {}
- name: key
  secret:
    secretName: {{ .Values.secrets.key }}
    defaultMode: 0440
{{- with .Values.secrets.databaseAuthority }}
- name: database-authority
  secret:
    secretName: {{ . }}
    defaultMode: 0440
{{- end }}
{{- end }}
